import { calls } from '@octavo/contract';
import { Fingerprint } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { hasErrorName, useFormCommand } from '../api/use-form-command.ts';
import { useConditionalCaptcha } from '../hooks/conditional-captcha.ts';
import { useFieldErrors } from '../hooks/field-errors.ts';
import { useText } from '../i18n/texts.tsx';
import { canUsePasskeys } from '../passkey/passkey.ts';
import { usePasskeyLogin } from '../passkey/use-passkey-login.ts';
import { CodeInput } from '../second-factor/code-input.tsx';
import { LoginElsewhere } from './login-elsewhere.tsx';
import { useSession } from './session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ConditionalCaptchaField } from '../ui/conditional-captcha-field.tsx';
import { Note } from '../ui/note.tsx';
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
  const [isSecondStep, setSecondStep] = useState(false);
  const [code, setCode] = useState('');
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isSecondStep) codeField.current?.focus();
  }, [isSecondStep]);
  const fieldErrors = useFieldErrors({
    password: password === '' && t('user.missing'),
    factor_code: isSecondStep && code.trim() === '' && t('user.missing'),
    v_code: captcha.fieldError,
  });
  const onDone = () => void refresh().then(() => setDone(true));
  const login = useFormCommand(calls.user.login, {
    onDone,
    onRejected: (error) => {
      if (hasErrorName(error, 'secondFactorNeeded')) setSecondStep(true);
      else captcha.onRejected(error);
    },
  });
  const confirm = useFormCommand(calls.secondFactor.confirmLogin, {
    onDone,
    onRejected: (error) => {
      // The first step is too old.
      if (hasErrorName(error, 'attemptEnded')) setSecondStep(false);
      else captcha.onRejected(error);
      if (hasErrorName(error, 'factorCodeWrong', 'captchaNeeded')) codeField.current?.select();
    },
  });
  const passkey = usePasskeyLogin({ isSecondStep, username, onDone });
  const step = isSecondStep ? confirm : login;
  return (
    <FormDialog
      title={t('editor.loginTitle')}
      help={help}
      submit={t('editor.loginSubmit')}
      fieldErrors={fieldErrors}
      changed={false}
      working={step.working || step.done}
      done={isDone}
      error={step.otherError('captchaWrong', 'secondFactorNeeded')}
      onSend={() => {
        if (isSecondStep) confirm.send({ factor_code: code, ...captcha.input });
        else login.send({ username, password, ...captcha.input });
      }}
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
      {canUsePasskeys() && (
        <Button block icon={<Fingerprint />} loading={passkey.working} onClick={passkey.start}>
          {t('passkey.use')}
        </Button>
      )}
      {passkey.error && <Note kind="error">{passkey.error}</Note>}
      <LoginElsewhere username={username} onDone={onDone} />
      {isSecondStep && (
        <Field
          label={t('user.factorCode')}
          help={t('user.factorCodeHelp')}
          error={fieldErrors.get('factor_code')}
        >
          <CodeInput ref={codeField} value={code} onText={setCode} />
        </Field>
      )}
      <ConditionalCaptchaField
        captcha={captcha}
        error={captcha.errorOf(step) ?? fieldErrors.get('v_code')}
      />
      {children}
    </FormDialog>
  );
}
