import { calls } from '@octavo/contract';
import type { IdentityKind } from '@octavo/contract/login-method.entities';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFields } from '../../../shared/hooks/fields.ts';
import { useOwnPassword } from '../../../shared/hooks/own-password.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { OwnPasswordFields, passwordRefusals } from '../../../shared/ui/own-password-fields.tsx';
import { PasswordInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { UsernameInput } from '../../../shared/ui/username-input.tsx';

const refresh = [calls.extLogin.loginMethods, calls.user.proof, calls.user.devices];

export function LinkOauth2Dialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useText();
  const own = useOwnPassword();
  const problems = useProblems(own.problems);
  const link = useFormCommand(calls.extLogin.linkOauth2, {
    onDone: ({ url }) => window.location.assign(url),
    onRefused: own.onRefused,
  });
  return (
    <FormDialog
      title={t('userSetting.linkTitle')}
      help={t('userSetting.linkHelp')}
      submit={t('userSetting.link')}
      problems={problems}
      changed={own.password !== ''}
      working={link.working}
      done={link.done}
      error={link.otherError(...passwordRefusals)}
      onSend={() => link.send(own.input)}
      onClosed={onClosed}
    >
      <OwnPasswordFields own={own} problems={problems} command={link} />
    </FormDialog>
  );
}

export function LinkLdapDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useText();
  const own = useOwnPassword();
  const [fields, set] = useFields({ ldap_username: '', ldap_password: '' });
  const problems = useProblems({
    ldap_username: fields.ldap_username.trim() === '' && t('user.missing'),
    ldap_password: fields.ldap_password === '' && t('user.missing'),
    ...own.problems,
  });
  const link = useFormCommand(calls.extLogin.linkLdap, {
    refresh,
    onDone: () => showToast({ kind: 'done', text: t('userSetting.linkDone') }),
    onRefused: own.onRefused,
  });
  const { sent } = link;
  const refused =
    sent?.ldap_username === fields.ldap_username && sent.ldap_password === fields.ldap_password
      ? link.errorOf('wrongLogin')
      : undefined;
  return (
    <FormDialog
      title={t('userSetting.linkLdapTitle')}
      help={t('userSetting.linkLdapHelp')}
      submit={t('userSetting.link')}
      problems={problems}
      changed={own.password !== '' || Object.values(fields).some(Boolean)}
      working={link.working}
      done={link.done}
      error={link.otherError('wrongLogin', ...passwordRefusals)}
      onSend={() => link.send({ ...fields, ...own.input })}
      onClosed={onClosed}
    >
      <Field label={t('userSetting.ldapUsername')} error={problems.of('ldap_username')}>
        <UsernameInput
          name="ldap_username"
          value={fields.ldap_username}
          onText={set('ldap_username')}
          required
        />
      </Field>
      <Field label={t('userSetting.ldapPassword')} error={problems.of('ldap_password') ?? refused}>
        <PasswordInput
          name="ldap_password"
          value={fields.ldap_password}
          onText={set('ldap_password')}
          autoComplete="off"
          required
        />
      </Field>
      <OwnPasswordFields own={own} problems={problems} command={link} />
    </FormDialog>
  );
}

const unlinkOf = {
  ldap: { call: calls.extLogin.unlinkLdap, title: 'userSetting.unlinkLdapTitle' },
  oauth2: { call: calls.extLogin.unlinkOauth2, title: 'userSetting.unlinkTitle' },
} as const;

export function UnlinkDialog({ kind, onClosed }: { kind: IdentityKind; onClosed: () => void }) {
  const { t } = useText();
  const own = useOwnPassword();
  const problems = useProblems(own.problems);
  const unlink = useFormCommand(unlinkOf[kind].call, {
    refresh,
    onDone: () => showToast({ kind: 'done', text: t('userSetting.unlinkDone') }),
    onRefused: own.onRefused,
  });
  return (
    <FormDialog
      danger
      title={t(unlinkOf[kind].title)}
      help={t('userSetting.unlinkHelp')}
      submit={t('userSetting.unlink')}
      problems={problems}
      changed={own.password !== ''}
      working={unlink.working}
      done={unlink.done}
      error={unlink.otherError(...passwordRefusals)}
      onSend={() => unlink.send(own.input)}
      onClosed={onClosed}
    >
      <OwnPasswordFields own={own} problems={problems} command={unlink} />
    </FormDialog>
  );
}
