import type { LdapConfig } from '@octavo/contract/admin-setting.entities';
import type { Problems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { SelectInput } from '../../../shared/ui/select-input.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';
import { CaField } from './ca-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { KeptSecretField } from './kept-secret-field.tsx';
import styles from './settings.module.css';

export type LdapDraft = Omit<LdapConfig['ldap_form'], 'port'> & {
  readonly port: string;
  readonly bind_password: string;
};
export function ldapDraftOf({ ldap_form }: LdapConfig): LdapDraft {
  const { port, ...form } = ldap_form;
  return { ...form, port: String(port), bind_password: '' };
}

type Name = Exclude<keyof LdapDraft, 'security' | 'version' | 'has_bind_password'>;
type Judged = 'host' | 'base_dn' | 'port' | 'user_field' | 'name_field';

/** The default ports of LDAP servers. */
const PORTS = { none: '389', starttls: '389', tls: '636' } as const;

/** Parses the host field: an `ldap://` or `ldaps://` URL also sets the encryption and the port. */
function placeOf(text: string): Partial<LdapDraft> {
  const [, scheme, host = '', port] =
    /^(ldaps?):\/\/([^/:]*)(?::(\d+))?\/?$/i.exec(text.trim()) ?? [];
  if (!scheme) return { host: text };
  const security = scheme.toLowerCase() === 'ldaps' ? 'tls' : 'none';
  return { host, security, port: port ?? PORTS[security] };
}

interface LdapFieldsProps {
  draft: LdapDraft;
  isStored: boolean;
  problems: Problems<Judged>;
  onDraft: (draft: LdapDraft) => void;
}

export function LdapFields({ draft, isStored, problems, onDraft }: LdapFieldsProps) {
  const { t } = useText();
  const input = (name: Name) => ({
    name,
    value: draft[name],
    onText: (text: string) => onDraft({ ...draft, [name]: text }),
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  });
  const judged = (name: Judged) => ({ ...input(name), onBlur: () => problems.tell(name) });
  return (
    <>
      <div className={styles.place}>
        <Field label={t('adminLogin.host')} error={problems.of('host')}>
          <TextInput
            {...judged('host')}
            onText={(text) => onDraft({ ...draft, ...placeOf(text) })}
            placeholder="ldaps://dc1.example.com"
          />
        </Field>
        <Field label={t('adminLogin.port')} error={problems.of('port')}>
          <TextInput {...judged('port')} inputMode="numeric" />
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
          const isUsual = draft.port === PORTS[draft.security];
          onDraft({ ...draft, security, ...(isUsual && { port: PORTS[security] }) });
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
          error={problems.of('base_dn')}
        >
          <TextInput mono {...judged('base_dn')} />
        </Field>
        <Field
          label={t('adminLogin.userField')}
          help={t('adminLogin.userFieldHelp')}
          error={problems.of('user_field')}
        >
          <TextInput mono {...judged('user_field')} />
        </Field>
        <Field label={t('adminLogin.bindDn')} help={t('adminLogin.bindDnHelp')} optional>
          <TextInput mono {...input('bind_dn')} />
        </Field>
        <KeptSecretField
          {...input('bind_password')}
          label={t('adminLogin.bindPassword')}
          isStored={isStored}
          has={draft.has_bind_password}
          onHas={(has_bind_password) => onDraft({ ...draft, has_bind_password })}
        />
        <Field label={t('adminLogin.nameField')} error={problems.of('name_field')}>
          <TextInput mono {...judged('name_field')} />
        </Field>
      </div>
    </>
  );
}
