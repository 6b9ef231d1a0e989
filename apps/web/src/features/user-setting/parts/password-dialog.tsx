import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { useRef } from 'react';
import { hasErrorName, useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFields } from '../../../shared/hooks/fields.ts';
import { useConditionalCaptcha } from '../../../shared/hooks/conditional-captcha.ts';
import { passwordErrorNames, usePasswordRules } from '../../../shared/hooks/password-rules.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { ConditionalCaptchaField } from '../../../shared/ui/conditional-captcha-field.tsx';
import { NewPasswordField } from '../../../shared/ui/new-password-field.tsx';
import { PasswordInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

export function PasswordDialog({ account, onClosed }: { account: Account; onClosed: () => void }) {
  const { t } = useText();
  const [fields, set] = useFields({ password: '', new_password: '' });
  const names = [account.username, account.email];
  const current = useRef<HTMLInputElement>(null);
  const captcha = useConditionalCaptcha();
  const fieldErrors = useFieldErrors({
    password: fields.password === '' && t('user.missing'),
    new_password: usePasswordRules(fields.new_password, names).error,
    v_code: captcha.fieldError,
  });
  const change = useFormCommand(calls.user.resetPassword, {
    refresh: [calls.user.info, calls.user.devices],
    onDone: () => showToast({ kind: 'done', text: t('userSetting.passwordDone') }),
    onRejected: (error) => {
      captcha.onRejected(error);
      if (hasErrorName(error, 'wrongPassword', 'captchaNeeded')) current.current?.select();
    },
  });

  const { sent } = change;
  const currentPasswordError =
    sent?.password === fields.password ? change.errorOf('wrongPassword') : undefined;
  const newPasswordError =
    sent?.new_password === fields.new_password ? change.errorOf(...passwordErrorNames) : undefined;
  return (
    <FormDialog
      title={t('userSetting.changePassword')}
      submit={t('userSetting.changePassword')}
      fieldErrors={fieldErrors}
      changed={Object.values(fields).some(Boolean)}
      working={change.working}
      done={change.done}
      error={change.otherError('wrongPassword', 'captchaWrong', ...passwordErrorNames)}
      onSend={() => change.send({ ...fields, ...captcha.input })}
      onClosed={onClosed}
    >
      {/* Gives password managers the username of this password. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={account.username}
        readOnly
        hidden
      />
      <Field
        label={t('userSetting.currentPassword')}
        error={fieldErrors.get('password') ?? currentPasswordError}
      >
        <PasswordInput
          ref={current}
          name="password"
          value={fields.password}
          onText={set('password')}
          autoComplete="current-password"
          required
        />
      </Field>
      <NewPasswordField
        label={t('user.newPassword')}
        name="new_password"
        value={fields.new_password}
        names={names}
        onText={set('new_password')}
        onFilledBlur={() => fieldErrors.touch('new_password')}
        error={fieldErrors.get('new_password') ?? newPasswordError}
        help={t('user.newPasswordDevices')}
      />
      <ConditionalCaptchaField
        captcha={captcha}
        error={captcha.errorOf(change) ?? fieldErrors.get('v_code')}
      />
    </FormDialog>
  );
}
