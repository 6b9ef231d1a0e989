import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import { PROVIDER_TYPES, type ProviderType } from './oauth2-draft.ts';

interface ProviderTypeFieldProps {
  type: ProviderType;
  onType: (type: ProviderType) => void;
}

/** The first choice of the form: OpenID Connect, a product with a preset, or any other OAuth2 provider. */
export function ProviderTypeField({ type, onType }: ProviderTypeFieldProps) {
  const { t } = useText();
  return (
    <Field label={t('adminOauth2.type')} help={t(`adminOauth2.${type}Help`)}>
      <SelectInput
        value={type}
        onValue={onType}
        options={PROVIDER_TYPES.map((value) => ({ value, name: t(`adminOauth2.${value}`) }))}
      />
    </Field>
  );
}
