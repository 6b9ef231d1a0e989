import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { passwordErrorNames, usePasswordRules } from '../../../shared/hooks/password-rules.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { NewPasswordField } from '../../../shared/ui/new-password-field.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

/** Sets the first password of an account that logs in through the directory or provider, which confirms it. */
export function FirstPasswordDialog(props: { account: Account; onClosed: () => void }) {
  const { t } = useText();
  const [newPassword, setNewPassword] = useState('');
  const names = [props.account.username, props.account.email];
  const fieldErrors = useFieldErrors({ new_password: usePasswordRules(newPassword, names).error });
  const change = useFormCommand(calls.user.resetPassword, {
    refresh: [calls.user.info, calls.user.devices, calls.user.proof, calls.extLogin.loginMethods],
    onDone: () => showToast({ kind: 'done', text: t('userSetting.passwordSet') }),
  });
  const newPasswordError =
    change.sent?.new_password === newPassword ? change.errorOf(...passwordErrorNames) : undefined;
  return (
    <FormDialog
      title={t('userSetting.setPassword')}
      help={t('userSetting.setPasswordHelp')}
      submit={t('userSetting.setPassword')}
      fieldErrors={fieldErrors}
      changed={newPassword !== ''}
      working={change.working}
      done={change.done}
      error={change.otherError(...passwordErrorNames)}
      onSend={() => change.send({ new_password: newPassword })}
      onClosed={props.onClosed}
    >
      {/* Gives password managers the username of this password. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={props.account.username}
        readOnly
        hidden
      />
      <NewPasswordField
        label={t('user.newPassword')}
        name="new_password"
        value={newPassword}
        names={names}
        onText={setNewPassword}
        onFilledBlur={() => fieldErrors.touch('new_password')}
        error={fieldErrors.get('new_password') ?? newPasswordError}
        help={t('user.newPasswordDevices')}
      />
    </FormDialog>
  );
}
