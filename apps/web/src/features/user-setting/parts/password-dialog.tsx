import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { useRef } from 'react';
import { isRefusal, useFormCommand } from '../../../shared/api/use-form-command.ts';
import { useFields } from '../../../shared/hooks/fields.ts';
import { useLateCaptcha } from '../../../shared/hooks/late-captcha.ts';
import { usePasswordProblem } from '../../../shared/hooks/password-length.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { LateCaptchaField } from '../../../shared/ui/late-captcha-field.tsx';
import { NewPasswordField } from '../../../shared/ui/new-password-field.tsx';
import { PasswordInput } from '../../../shared/ui/text-input.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';

const newRefusals = ['passwordLength', 'passwordCommon'] as const;

export function PasswordDialog({ account, onClosed }: { account: Account; onClosed: () => void }) {
  const { t } = useText();
  const [fields, set] = useFields({ password: '', new_password: '' });
  const current = useRef<HTMLInputElement>(null);
  const captcha = useLateCaptcha();
  const problems = useProblems({
    password: fields.password === '' && t('user.missing'),
    new_password: usePasswordProblem(fields.new_password),
    v_code: captcha.problem,
  });
  const change = useFormCommand(calls.user.resetPassword, {
    refresh: [calls.user.info, calls.user.devices],
    onDone: () => showToast({ kind: 'done', text: t('userSetting.passwordDone') }),
    onRefused: (error) => {
      captcha.onRefused(error);
      if (isRefusal(error, 'wrongPassword', 'captchaNeeded')) current.current?.select();
    },
  });

  const { sent } = change;
  const refused = sent?.password === fields.password ? change.errorOf('wrongPassword') : undefined;
  const refusedNew =
    sent?.new_password === fields.new_password ? change.errorOf(...newRefusals) : undefined;
  return (
    <FormDialog
      title={t('userSetting.changePassword')}
      submit={t('userSetting.changePassword')}
      problems={problems}
      changed={Object.values(fields).some(Boolean)}
      working={change.working}
      done={change.done}
      error={change.otherError('wrongPassword', 'captchaWrong', ...newRefusals)}
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
      <Field label={t('userSetting.currentPassword')} error={problems.of('password') ?? refused}>
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
        onText={set('new_password')}
        onLeft={() => problems.tell('new_password')}
        error={problems.of('new_password') ?? refusedNew}
        help={t('user.newPasswordDevices')}
      />
      <LateCaptchaField
        captcha={captcha}
        error={captcha.errorOf(change) ?? problems.of('v_code')}
      />
    </FormDialog>
  );
}
