import { calls } from '@octavo/contract';
import { useState, type ReactNode } from 'react';
import { useFormCommand } from '../api/use-form-command.ts';
import { useConditionalCaptcha } from '../hooks/conditional-captcha.ts';
import { useFieldErrors } from '../hooks/field-errors.ts';
import { useText } from '../i18n/texts.tsx';
import { useSession } from './session.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ConditionalCaptchaField } from '../ui/conditional-captcha-field.tsx';
import { PasswordInput } from '../ui/text-input.tsx';

interface RenewLoginProps {
  /** Only the same user can log in again, because the unsaved text belongs to that user. */
  username: string;
  help: string;
  onClosed: (isRenewed: boolean) => void;
  /** Further actions for the unsaved text. */
  children?: ReactNode;
}

/** Renews an expired session in a dialog, so that unsaved text is kept. */
export function RenewLogin({ username, help, onClosed, children }: RenewLoginProps) {
  const { t } = useText();
  const { refresh } = useSession();
  const [password, setPassword] = useState('');
  const [isDone, setDone] = useState(false);
  const captcha = useConditionalCaptcha();
  const fieldErrors = useFieldErrors({
    password: password === '' && t('user.missing'),
    v_code: captcha.fieldError,
  });
  const login = useFormCommand(calls.user.login, {
    onDone: () => void refresh().then(() => setDone(true)),
    onRejected: captcha.onRejected,
  });
  return (
    <FormDialog
      title={t('editor.loginTitle')}
      help={help}
      submit={t('editor.loginSubmit')}
      fieldErrors={fieldErrors}
      changed={false}
      working={login.working || login.done}
      done={isDone}
      error={login.otherError('captchaWrong')}
      onSend={() => login.send({ username, password, ...captcha.input })}
      onClosed={() => onClosed(isDone)}
    >
      <Field label={t('user.password')} error={fieldErrors.get('password')}>
        <PasswordInput
          name="password"
          value={password}
          onText={setPassword}
          autoComplete="current-password"
          required
        />
      </Field>
      <ConditionalCaptchaField
        captcha={captcha}
        error={captcha.errorOf(login) ?? fieldErrors.get('v_code')}
      />
      {children}
    </FormDialog>
  );
}
