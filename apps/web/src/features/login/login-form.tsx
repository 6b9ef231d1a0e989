import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { hasErrorName, useFormCommand } from '../../shared/api/use-form-command.ts';
import { useAlertBlock } from '../../shared/hooks/alert-block.ts';
import { useFields } from '../../shared/hooks/fields.ts';
import { useConditionalCaptcha } from '../../shared/hooks/conditional-captcha.ts';
import { useFieldErrors } from '../../shared/hooks/field-errors.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { useSignIn } from '../../shared/session/choose-language.ts';
import { redirectParam } from '../../shared/session/login-redirect.ts';
import { Field } from '../../shared/ui/field.tsx';
import { Form } from '../../shared/ui/form.tsx';
import { ConditionalCaptchaField } from '../../shared/ui/conditional-captcha-field.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { PasswordInput, TextInput } from '../../shared/ui/text-input.tsx';
import { SubmitButton } from '../../shared/ui/submit-button.tsx';

interface LoginFormProps {
  /** Called after the login; the form stays mounted until the next screen is loaded. */
  onEntered: () => void;
  /** The directory has authenticated the user, but a local account with the same username is not linked to it. */
  onNotLinked: () => void;
  /** The password is right, and the account has a second factor. */
  onSecondStep: () => void;
}

export function LoginForm({ onEntered, onNotLinked, onSecondStep }: LoginFormProps) {
  const { t } = useText();
  const enter = useSignIn();
  const [search] = useSearchParams();
  const [fields, set] = useFields({ username: '', password: '' });
  const captcha = useConditionalCaptcha();
  const alerts = useAlertBlock();
  const password = useRef<HTMLInputElement>(null);

  const fieldErrors = useFieldErrors({
    username: fields.username.trim() === '' && t('user.missing'),
    password: fields.password === '' && t('user.missing'),
    v_code: captcha.fieldError,
  });
  const login = useFormCommand(calls.user.login, {
    onDone: (account) => void enter(account, onEntered),
    onRejected: (error) => {
      if (hasErrorName(error, 'notLinked')) {
        onNotLinked();
        return;
      }
      if (hasErrorName(error, 'secondFactorNeeded')) {
        onSecondStep();
        return;
      }
      alerts.begin();
      captcha.onRejected(error);
      if (hasErrorName(error, 'wrongLogin', 'captchaNeeded')) password.current?.select();
    },
  });

  const alert = login.otherError('captchaWrong');
  return (
    <Form
      fieldErrors={fieldErrors}
      isBlocked={alerts.isBlocked}
      onSend={() => login.send({ ...fields, ...captcha.input })}
    >
      <Field label={t('user.usernameOrEmail')} error={fieldErrors.get('username')}>
        <TextInput
          large
          name="username"
          value={fields.username}
          onText={set('username')}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
        />
      </Field>
      <Field
        label={t('user.password')}
        aside={
          <Link to={paths.resetPassword.href(redirectParam(search))}>{t('user.loginForgot')}</Link>
        }
        error={fieldErrors.get('password')}
      >
        <PasswordInput
          ref={password}
          large
          name="password"
          value={fields.password}
          onText={set('password')}
          autoComplete="current-password"
          required
        />
      </Field>
      <ConditionalCaptchaField
        captcha={captcha}
        error={captcha.errorOf(login) ?? fieldErrors.get('v_code')}
      />
      {alert && <Note kind="error">{alert}</Note>}
      <SubmitButton sending={login}>{t('user.loginSubmit')}</SubmitButton>
    </Form>
  );
}
