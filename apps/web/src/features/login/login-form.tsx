import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isRefusal, useFormCommand } from '../../shared/api/use-form-command.ts';
import { useAlertBlock } from '../../shared/hooks/alert-block.ts';
import { useFields } from '../../shared/hooks/fields.ts';
import { useLateCaptcha } from '../../shared/hooks/late-captcha.ts';
import { useProblems } from '../../shared/hooks/problems.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { useEnter } from '../../shared/session/choose-language.ts';
import { keepRedirect } from '../../shared/session/login-redirect.ts';
import { Field } from '../../shared/ui/field.tsx';
import { Form } from '../../shared/ui/form.tsx';
import { LateCaptchaField } from '../../shared/ui/late-captcha-field.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { PasswordInput, TextInput } from '../../shared/ui/text-input.tsx';
import { SubmitButton } from '../../shared/ui/submit-button.tsx';

interface LoginFormProps {
  /** Called after the login; the form stays mounted until the next screen is loaded. */
  onEntered: () => void;
  /** The directory has authenticated the user, but a local account with the same username is not linked to it. */
  onNotLinked: () => void;
}

export function LoginForm({ onEntered, onNotLinked }: LoginFormProps) {
  const { t } = useText();
  const enter = useEnter();
  const [search] = useSearchParams();
  const [fields, set] = useFields({ username: '', password: '' });
  const captcha = useLateCaptcha();
  const alerts = useAlertBlock();
  const password = useRef<HTMLInputElement>(null);

  const problems = useProblems({
    username: fields.username.trim() === '' && t('user.missing'),
    password: fields.password === '' && t('user.missing'),
    v_code: captcha.problem,
  });
  const login = useFormCommand(calls.user.login, {
    onDone: (account) => void enter(account, onEntered),
    onRefused: (error) => {
      if (isRefusal(error, 'notLinked')) {
        onNotLinked();
        return;
      }
      alerts.begin();
      captcha.onRefused(error);
      if (isRefusal(error, 'wrongLogin', 'captchaNeeded')) password.current?.select();
    },
  });

  const alert = login.otherError('captchaWrong');
  return (
    <Form
      problems={problems}
      isBlocked={alerts.isBlocked}
      onSend={() => login.send({ ...fields, ...captcha.input })}
    >
      <Field label={t('user.usernameOrEmail')} error={problems.of('username')}>
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
          <Link to={paths.resetPassword.href(keepRedirect(search))}>{t('user.loginForgot')}</Link>
        }
        error={problems.of('password')}
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
      <LateCaptchaField captcha={captcha} error={captcha.errorOf(login) ?? problems.of('v_code')} />
      {alert && <Note kind="error">{alert}</Note>}
      <SubmitButton sending={login}>{t('user.loginSubmit')}</SubmitButton>
    </Form>
  );
}
