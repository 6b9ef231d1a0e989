import type { ComponentProps } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { PasswordInput } from '../../../shared/ui/text-input.tsx';
import styles from './settings.module.css';

interface StoredSecretFieldProps extends ComponentProps<typeof PasswordInput> {
  label: string;
  error?: string | undefined;
  /** The server has a stored secret, which it never sends to the browser. */
  isStored: boolean;
  /** 0 removes the stored secret with the next save. */
  hasSecret: 0 | 1;
  onHasSecret: (hasSecret: 0 | 1) => void;
}

/** A secret of the settings: a typed value replaces it, an empty field leaves it unchanged, a button removes it. */
export function StoredSecretField({
  label,
  error,
  isStored,
  hasSecret,
  onHasSecret,
  ...input
}: StoredSecretFieldProps) {
  const { t } = useText();
  const placeholder = t(hasSecret === 1 ? 'adminSetting.secretKept' : 'adminSetting.secretRemoved');
  return (
    <Field
      label={label}
      help={t('adminSetting.secretHelp')}
      error={error}
      aside={
        isStored &&
        input.value === '' && (
          <button
            type="button"
            className={styles.link}
            onClick={() => onHasSecret(hasSecret === 1 ? 0 : 1)}
          >
            {t(hasSecret === 1 ? 'adminSetting.secretRemove' : 'adminSetting.secretKeep')}
          </button>
        )
      }
    >
      <PasswordInput {...input} autoComplete="new-password" {...(isStored && { placeholder })} />
    </Field>
  );
}
