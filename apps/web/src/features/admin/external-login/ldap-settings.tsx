import { calls } from '@octavo/contract';
import type { LdapConfig } from '@octavo/contract/admin-setting.entities';
import { ATTRIBUTE_PATTERN } from '@octavo/contract/patterns';
import { PORT_RANGE } from '@octavo/contract/setting-limits';
import { useId } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { useDraft } from '../use-draft.ts';
import { LdapFields, toLdapDraft } from './ldap-fields.tsx';
import { LdapTest } from './ldap-test.tsx';
import { ExternalLoginForm } from './external-login-form.tsx';

const isAttribute = (text: string) => ATTRIBUTE_PATTERN.test(text);

export function LdapSettings({ config }: { config: LdapConfig }) {
  const { t } = useText();
  const testId = useId();
  const {
    draft: settings,
    changes,
    isChanged,
    change,
    discard,
  } = useDraft({
    ldap_open: config.ldap_open === 1,
    ldap_form: toLdapDraft(config),
  });
  const { ldap_open: isOpen, ldap_form: draft } = settings;
  const port = Number(draft.port);
  const fieldErrors = useFieldErrors({
    host: isOpen && draft.host.trim() === '' && t('user.missing'),
    base_dn: isOpen && draft.base_dn.trim() === '' && t('user.missing'),
    port:
      (!/^\d+$/.test(draft.port) || port < PORT_RANGE.min || port > PORT_RANGE.max) &&
      t('adminSetting.numberWrong', PORT_RANGE),
    user_field: !isAttribute(draft.user_field) && t('adminLogin.fieldWrong'),
    name_field: !isAttribute(draft.name_field) && t('adminLogin.fieldWrong'),
  });
  const save = useFormCommand(calls.adminSetting.saveLdapConfig, {
    refresh: [calls.adminSetting.loadLdapConfig, calls.adminDirectory.loadConfig],
    onDone: () => {
      discard();
      showToast({ kind: 'done', text: t('adminLogin.saved') });
    },
  });
  return (
    <ExternalLoginForm
      enableSwitch={{
        label: t('adminLogin.ldapOpen'),
        help: t('adminLogin.ldapOpenHelp'),
        checked: isOpen,
        onChecked: (ldap_open) => change({ ldap_open }),
      }}
      fieldErrors={fieldErrors}
      isChanged={isChanged}
      lastSave={config.ldap_saved}
      save={save}
      saveText={t('adminLogin.save')}
      onSend={() => save.send(changes)}
      onDiscard={discard}
      testText={t('adminLogin.testAction')}
      testId={testId}
      test={
        <LdapTest
          draft={draft}
          title={t('adminLogin.test')}
          help={t('adminLogin.testHelp')}
          formId={testId}
          onUserField={(user_field) => change({ ldap_form: { ...draft, user_field } })}
        />
      }
    >
      <LdapFields
        draft={draft}
        isStored={config.ldap_form.has_bind_password === 1}
        fieldErrors={fieldErrors}
        onDraft={(ldap_form) => change({ ldap_form })}
      />
    </ExternalLoginForm>
  );
}
