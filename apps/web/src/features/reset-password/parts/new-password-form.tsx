import { calls } from '@octavo/contract';
import { useState } from 'react';
import { isRefusal, useFormCommand } from '../../../shared/api/use-form-command.ts';
import { usePasswordProblem } from '../../../shared/hooks/password-length.ts';
import { useProblems } from '../../../shared/hooks/problems.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { useEnter } from '../../../shared/session/choose-language.ts';
import { Form } from '../../../shared/ui/form.tsx';
import { NewPasswordField } from '../../../shared/ui/new-password-field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { SubmitButton } from '../../../shared/ui/submit-button.tsx';

interface NewPasswordFormProps {
  link: { readonly uid: string; readonly email: string; readonly token: string };
  onDone: () => void;
  /** Called when the link was already used or has expired. */
  onOld: () => void;
}

export function NewPasswordForm({ link, onDone, onOld }: NewPasswordFormProps) {
  const { t } = useText();
  const enter = useEnter();
  const [password, setPassword] = useState('');
  const problems = useProblems({ password: usePasswordProblem(password) });
  const reset = useFormCommand(calls.user.resetPasswordByUrl, {
    onDone: (account) => void enter(account, onDone),
    onRefused: (error) => isRefusal(error, 'linkInvalid') && onOld(),
  });

  const refused =
    reset.sent?.new_password === password
      ? reset.errorOf('passwordLength', 'passwordCommon')
      : undefined;
  const alert = reset.otherError('passwordLength', 'passwordCommon', 'linkInvalid');
  return (
    <Form problems={problems} onSend={() => reset.send({ ...link, new_password: password })}>
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
        onText={setPassword}
        onLeft={() => problems.tell('password')}
        error={problems.of('password') ?? refused}
        help={t('user.newPasswordDevices')}
      />
      {alert && <Note kind="error">{alert}</Note>}
      <SubmitButton sending={reset}>{t('user.newPasswordSubmit')}</SubmitButton>
    </Form>
  );
}
