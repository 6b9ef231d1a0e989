import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { useEffect, useRef, useState } from 'react';
import { hasErrorName, useFormCommand } from '../../shared/api/use-form-command.ts';
import { useAlertBlock } from '../../shared/hooks/alert-block.ts';
import { useConditionalCaptcha } from '../../shared/hooks/conditional-captcha.ts';
import { useFieldErrors } from '../../shared/hooks/field-errors.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { useSignIn } from '../../shared/session/choose-language.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Form } from '../../shared/ui/form.tsx';
import { ConditionalCaptchaField } from '../../shared/ui/conditional-captcha-field.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { SubmitButton } from '../../shared/ui/submit-button.tsx';
import { PasswordInput } from '../../shared/ui/text-input.tsx';
import styles from './login.module.css';

interface LinkAccountProps {
  pending: CallResponse<typeof calls.extLogin.pendingLink>;
  onEntered: () => void;
  onBack: () => void;
}

/** The directory or provider has authenticated the user; the password of the local account confirms the link. */
export function LinkAccount({ pending, onEntered, onBack }: LinkAccountProps) {
  const { t } = useText();
  const { kind, username, has_password } = pending;
  return (
    <>
      <h1>{t('user.linkTitle')}</h1>
      {has_password === 1 ? (
        <>
          <p>{t(kind === 'ldap' ? 'user.linkLdap' : 'user.linkOauth2', { username })}</p>
          <LinkForm username={username} onEntered={onEntered} />
        </>
      ) : (
        <div className={styles.failed}>
          <Note kind="warning">{t('user.linkNoPassword', { username })}</Note>
        </div>
      )}
      <div className={styles.back}>
        <Button variant="quiet" block onClick={onBack}>
          {t('user.backToLogin')}
        </Button>
      </div>
    </>
  );
}

function LinkForm({ username, onEntered }: { username: string; onEntered: () => void }) {
  const { t } = useText();
  const enter = useSignIn();
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const captcha = useConditionalCaptcha();
  const alerts = useAlertBlock();
  // The login form, which had the focus, was unmounted.
  useEffect(() => field.current?.focus(), []);
  const fieldErrors = useFieldErrors({
    password: password === '' && t('user.missing'),
    v_code: captcha.fieldError,
  });
  const link = useFormCommand(calls.extLogin.confirmLink, {
    onDone: (account) => void enter(account, onEntered),
    onRejected: (error) => {
      alerts.begin();
      captcha.onRejected(error);
      if (hasErrorName(error, 'wrongPassword', 'captchaNeeded')) field.current?.select();
    },
  });
  const passwordError =
    link.sent?.password === password ? link.errorOf('wrongPassword') : undefined;
  const alert = link.otherError('wrongPassword', 'captchaWrong');
  return (
    <Form
      fieldErrors={fieldErrors}
      isBlocked={alerts.isBlocked}
      onSend={() => link.send({ password, ...captcha.input })}
    >
      {/* Gives password managers the username of this password. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label={t('user.linkPassword')} error={fieldErrors.get('password') ?? passwordError}>
        <PasswordInput
          ref={field}
          large
          name="password"
          value={password}
          onText={setPassword}
          autoComplete="current-password"
          required
        />
      </Field>
      <ConditionalCaptchaField
        captcha={captcha}
        error={captcha.errorOf(link) ?? fieldErrors.get('v_code')}
      />
      {alert && <Note kind="error">{alert}</Note>}
      <SubmitButton sending={link}>{t('user.linkSubmit')}</SubmitButton>
    </Form>
  );
}
