import { calls } from '@octavo/contract';
import type { IdentityKind } from '@octavo/contract/login-method.entities';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFields } from '../../../shared/hooks/fields.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { PasswordInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { UsernameInput } from '../../../shared/ui/username-input.tsx';

const refresh = [calls.extLogin.loginMethods, calls.user.proof, calls.user.devices];

export function LinkOauth2Dialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useText();
  const link = useFormCommand(calls.extLogin.linkOauth2, {
    onDone: ({ url }) => window.location.assign(url),
  });
  return (
    <ConfirmDialog
      kind="plain"
      title={t('userSetting.linkTitle')}
      confirm={t('userSetting.link')}
      working={link.working}
      done={link.done}
      error={link.otherError()}
      onConfirm={() => link.send({})}
      onClosed={onClosed}
    >
      {t('userSetting.linkHelp')}
    </ConfirmDialog>
  );
}

export function LinkLdapDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useText();
  const [fields, set] = useFields({ ldap_username: '', ldap_password: '' });
  const fieldErrors = useFieldErrors({
    ldap_username: fields.ldap_username.trim() === '' && t('user.missing'),
    ldap_password: fields.ldap_password === '' && t('user.missing'),
  });
  const link = useFormCommand(calls.extLogin.linkLdap, {
    refresh,
    onDone: () => showToast({ kind: 'done', text: t('userSetting.linkDone') }),
  });
  const { sent } = link;
  const ldapError =
    sent?.ldap_username === fields.ldap_username && sent.ldap_password === fields.ldap_password
      ? link.errorOf('wrongLogin')
      : undefined;
  return (
    <FormDialog
      title={t('userSetting.linkLdapTitle')}
      help={t('userSetting.linkLdapHelp')}
      submit={t('userSetting.link')}
      fieldErrors={fieldErrors}
      changed={Object.values(fields).some(Boolean)}
      working={link.working}
      done={link.done}
      error={link.otherError('wrongLogin')}
      onSend={() => link.send(fields)}
      onClosed={onClosed}
    >
      <Field label={t('userSetting.ldapUsername')} error={fieldErrors.get('ldap_username')}>
        <UsernameInput
          name="ldap_username"
          value={fields.ldap_username}
          onText={set('ldap_username')}
          required
        />
      </Field>
      <Field
        label={t('userSetting.ldapPassword')}
        error={fieldErrors.get('ldap_password') ?? ldapError}
      >
        <PasswordInput
          name="ldap_password"
          value={fields.ldap_password}
          onText={set('ldap_password')}
          autoComplete="off"
          required
        />
      </Field>
    </FormDialog>
  );
}

const UNLINK_CALLS = {
  ldap: { call: calls.extLogin.unlinkLdap, title: 'userSetting.unlinkLdapTitle' },
  oauth2: { call: calls.extLogin.unlinkOauth2, title: 'userSetting.unlinkTitle' },
} as const;

export function UnlinkDialog({ kind, onClosed }: { kind: IdentityKind; onClosed: () => void }) {
  const { t } = useText();
  const unlink = useFormCommand(UNLINK_CALLS[kind].call, {
    refresh,
    onDone: () => showToast({ kind: 'done', text: t('userSetting.unlinkDone') }),
  });
  return (
    <ConfirmDialog
      title={t(UNLINK_CALLS[kind].title)}
      confirm={t('userSetting.unlink')}
      working={unlink.working}
      done={unlink.done}
      error={unlink.otherError()}
      onConfirm={() => unlink.send({})}
      onClosed={onClosed}
    >
      {t('userSetting.unlinkHelp')}
    </ConfirmDialog>
  );
}
