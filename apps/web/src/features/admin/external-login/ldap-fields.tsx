import type { LdapConfig } from '@octavo/contract/admin-setting.entities';
import type { FieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { CaField } from './ca-field.tsx';
import { ChoiceField } from '../parts/choice-field.tsx';
import { StoredSecretField } from '../parts/stored-secret-field.tsx';
import styles from '../parts/settings.module.css';

export type LdapDraft = Omit<LdapConfig['ldap_form'], 'port'> & {
  readonly port: string;
  readonly bind_password: string;
};
export function toLdapDraft({ ldap_form }: LdapConfig): LdapDraft {
  const { port, ...form } = ldap_form;
  return { ...form, port: String(port), bind_password: '' };
}

type Name = Exclude<keyof LdapDraft, 'security' | 'version' | 'has_bind_password'>;
type ValidatedField = 'host' | 'base_dn' | 'port' | 'user_field' | 'name_field';

/** The default ports of LDAP servers. */
const DEFAULT_PORTS = { none: '389', starttls: '389', tls: '636' } as const;

/** Parses the host field: an `ldap://` or `ldaps://` URL also sets the encryption and the port. */
function parseHost(text: string): Partial<LdapDraft> {
  const [, scheme, host = '', port] =
    /^(ldaps?):\/\/([^/:]*)(?::(\d+))?\/?$/i.exec(text.trim()) ?? [];
  if (!scheme) return { host: text };
  const security = scheme.toLowerCase() === 'ldaps' ? 'tls' : 'none';
  return { host, security, port: port ?? DEFAULT_PORTS[security] };
}

interface LdapFieldsProps {
  draft: LdapDraft;
  isStored: boolean;
  fieldErrors: FieldErrors<ValidatedField>;
  onDraft: (draft: LdapDraft) => void;
}

export function LdapFields({ draft, isStored, fieldErrors, onDraft }: LdapFieldsProps) {
  const { t } = useText();
  const input = (name: Name) => ({
    name,
    value: draft[name],
    onText: (text: string) => onDraft({ ...draft, [name]: text }),
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  });
  const validatedInput = (name: ValidatedField) => ({
    ...input(name),
    onBlur: () => fieldErrors.touch(name),
  });
  return (
    <>
      <div className={styles.place}>
        <Field label={t('adminLogin.host')} error={fieldErrors.get('host')}>
          <TextInput
            {...validatedInput('host')}
            onText={(text) => onDraft({ ...draft, ...parseHost(text) })}
            placeholder="ldaps://dc1.example.com"
          />
        </Field>
        <Field label={t('adminLogin.port')} error={fieldErrors.get('port')}>
          <TextInput {...validatedInput('port')} inputMode="numeric" />
        </Field>
        <Field label={t('adminLogin.version')} help={t('adminLogin.versionHelp')}>
          <SelectInput
            options={[3, 2].map((value) => ({ value, name: String(value) }))}
            value={draft.version}
            onValue={(version) => onDraft({ ...draft, version: version === 2 ? 2 : 3 })}
          />
        </Field>
      </div>
      <ChoiceField
        label={t('adminLogin.security')}
        value={draft.security}
        onValue={(security) => {
          const isDefaultPort = draft.port === DEFAULT_PORTS[draft.security];
          onDraft({ ...draft, security, ...(isDefaultPort && { port: DEFAULT_PORTS[security] }) });
        }}
        options={(['none', 'starttls', 'tls'] as const).map((value) => ({
          value,
          label: t(`adminLogin.${value}`),
        }))}
      />
      {draft.security === 'none' ? (
        <Note kind="warning">{t('adminLogin.noneWarning')}</Note>
      ) : (
        <CaField
          ca={draft.ca}
          help={t('adminLogin.caHelp')}
          onCa={(ca) => onDraft({ ...draft, ca })}
        />
      )}
      <div className={styles.pair}>
        <Field
          label={t('adminLogin.baseDn')}
          help={t('adminLogin.baseDnHelp')}
          error={fieldErrors.get('base_dn')}
        >
          <TextInput mono {...validatedInput('base_dn')} />
        </Field>
        <Field
          label={t('adminLogin.userField')}
          help={t('adminLogin.userFieldHelp')}
          error={fieldErrors.get('user_field')}
        >
          <TextInput mono {...validatedInput('user_field')} />
        </Field>
        <Field label={t('adminLogin.bindDn')} help={t('adminLogin.bindDnHelp')} optional>
          <TextInput mono {...input('bind_dn')} />
        </Field>
        <StoredSecretField
          {...input('bind_password')}
          label={t('adminLogin.bindPassword')}
          isStored={isStored}
          hasSecret={draft.has_bind_password}
          onHasSecret={(has_bind_password) => onDraft({ ...draft, has_bind_password })}
        />
        <Field label={t('adminLogin.nameField')} error={fieldErrors.get('name_field')}>
          <TextInput mono {...validatedInput('name_field')} />
        </Field>
      </div>
    </>
  );
}
