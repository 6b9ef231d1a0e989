import { MAX_CLAIM_NAMES_LENGTH, MAX_CLIENT_ID_LENGTH } from '@octavo/contract/setting-limits';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import styles from '../parts/settings.module.css';
import { oauth2Input, type Oauth2FieldsProps } from './oauth2-draft.ts';

const LABELS = {
  id_field: 'idField',
  username_field: 'usernameField',
  name_field: 'nameField',
  mail_field: 'mailField',
} as const;

interface ClaimFieldProps extends Oauth2FieldsProps {
  name: keyof typeof LABELS;
  help?: string;
}

/** The names of a claim or of a field in the response about a user. */
export function ClaimField({ name, help, ...props }: ClaimFieldProps) {
  const { t } = useText();
  return (
    <Field
      label={t(`adminOauth2.${LABELS[name]}`)}
      help={help ?? t(`adminOauth2.${LABELS[name]}Help`)}
      error={props.fieldErrors.get(name)}
      optional
    >
      <TextInput mono {...oauth2Input(props, name)} maxLength={MAX_CLAIM_NAMES_LENGTH} />
    </Field>
  );
}

/** Restricts the login to one organisation of a provider that has several. */
export function TenantFields(props: Oauth2FieldsProps) {
  const { t } = useText();
  const { fieldErrors } = props;
  return (
    <div className={styles.pair}>
      <Field
        label={t('adminOauth2.tenantField')}
        help={t('adminOauth2.tenantFieldHelp')}
        error={fieldErrors.get('tenant_field')}
        optional
      >
        <TextInput
          mono
          {...oauth2Input(props, 'tenant_field')}
          maxLength={MAX_CLAIM_NAMES_LENGTH}
        />
      </Field>
      <Field label={t('adminOauth2.tenant')} error={fieldErrors.get('tenant')} optional>
        <TextInput mono {...oauth2Input(props, 'tenant')} maxLength={MAX_CLIENT_ID_LENGTH} />
      </Field>
    </div>
  );
}
