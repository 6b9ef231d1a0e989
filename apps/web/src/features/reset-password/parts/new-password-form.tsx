import { calls } from '@octavo/contract';
import { useState } from 'react';
import { hasErrorName, useFormCommand } from '../../../shared/api/use-form-command.ts';
import { passwordErrorNames, usePasswordRules } from '../../../shared/hooks/password-rules.ts';
import { useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { useSecondStep } from '../../../shared/session/login-redirect.ts';
import { useSignIn } from '../../../shared/session/choose-language.ts';
import { Form } from '../../../shared/ui/form.tsx';
import { NewPasswordField } from '../../../shared/ui/new-password-field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { SubmitButton } from '../../../shared/ui/submit-button.tsx';

interface NewPasswordFormProps {
  link: { readonly uid: string; readonly email: string; readonly token: string };
  onDone: () => void;
  /** Called when the link was already used or has expired. */
  onExpired: () => void;
}

export function NewPasswordForm({ link, onDone, onExpired }: NewPasswordFormProps) {
  const { t } = useText();
  const enter = useSignIn();
  const continueLogin = useSecondStep();
  const [password, setPassword] = useState('');
  const names = [link.email];
  const fieldErrors = useFieldErrors({ password: usePasswordRules(password, names).error });
  const reset = useFormCommand(calls.user.resetPasswordByUrl, {
    onDone: (account) => void enter(account, onDone),
    onRejected: (error) => {
      if (hasErrorName(error, 'linkInvalid')) onExpired();
      // The new password is set.
      if (hasErrorName(error, 'secondFactorNeeded')) continueLogin();
    },
  });

  const passwordError =
    reset.sent?.new_password === password ? reset.errorOf(...passwordErrorNames) : undefined;
  const alert = reset.otherError(...passwordErrorNames, 'linkInvalid');
  return (
    <Form fieldErrors={fieldErrors} onSend={() => reset.send({ ...link, new_password: password })}>
      {/* Gives password managers the username of this password. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={link.email}
        readOnly
        hidden
      />
      <NewPasswordField
        large
        label={t('user.newPassword')}
        name="new_password"
        value={password}
        names={names}
        onText={setPassword}
        onFilledBlur={() => fieldErrors.touch('password')}
        error={fieldErrors.get('password') ?? passwordError}
        help={t('user.newPasswordDevices')}
      />
      {alert && <Note kind="error">{alert}</Note>}
      <SubmitButton sending={reset}>{t('user.newPasswordSubmit')}</SubmitButton>
    </Form>
  );
}
