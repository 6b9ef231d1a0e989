import {
  MAX_ITEM_DESCRIPTION_LENGTH,
  MAX_ITEM_NAME_LENGTH,
  MAX_ITEM_REF_LENGTH,
} from '@octavo/contract/limits';
import type { ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { ChoiceCards } from '../ui/choice-cards.tsx';
import { Field } from '../ui/field.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextInput } from '../ui/text-input.tsx';
import styles from './item-fields.module.css';

interface ItemFieldProps {
  value: string;
  onText: (text: string) => void;
  error?: string | undefined;
  disabled?: boolean;
}

interface NameProps extends ItemFieldProps {
  label?: string;
}

export function ItemNameField({ label, value, onText, error, disabled }: NameProps) {
  const { t } = useText();
  return (
    <Field label={label ?? t('item.name')} error={error}>
      <TextInput
        name="item_name"
        value={value}
        onText={onText}
        maxLength={MAX_ITEM_NAME_LENGTH}
        autoComplete="off"
        disabled={disabled}
        required
      />
    </Field>
  );
}

export function ItemDescriptionField({ value, onText, disabled }: ItemFieldProps) {
  const { t } = useText();
  return (
    <Field label={t('item.description')} optional>
      <TextArea
        name="item_description"
        value={value}
        onText={onText}
        maxLength={MAX_ITEM_DESCRIPTION_LENGTH}
        disabled={disabled}
      />
    </Field>
  );
}

interface DomainProps extends ItemFieldProps {
  help: ReactNode;
  /** The non-empty field has lost the focus. */
  onFilledBlur: () => void;
}

export function ItemDomainField({
  value,
  onText,
  onFilledBlur,
  help,
  error,
  disabled,
}: DomainProps) {
  const { t } = useText();
  return (
    <Field label={t('item.domain')} optional help={help} error={error}>
      <TextInput
        name="item_domain"
        value={value}
        onText={onText}
        onBlur={() => value !== '' && onFilledBlur()}
        leading={<span className={styles.site}>{location.host}/</span>}
        maxLength={MAX_ITEM_REF_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        disabled={disabled}
      />
    </Field>
  );
}

export type Privacy = 'open' | 'private';

interface PrivacyProps {
  value: Privacy;
  onValue: (value: Privacy) => void;
  disabled?: boolean;
}

export function PrivacyChoice({ value, onValue, disabled = false }: PrivacyProps) {
  const { t } = useText();
  return (
    <ChoiceCards
      label={t('item.privacy')}
      choices={[
        { value: 'open', label: t('item.open'), help: t('item.openHelp') },
        { value: 'private', label: t('item.private'), help: t('item.privateHelp') },
      ]}
      value={value}
      disabled={disabled}
      onValue={onValue}
    />
  );
}
