import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { Fingerprint } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { hasErrorName, useFormCommand } from '../../shared/api/use-form-command.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useConditionalCaptcha } from '../../shared/hooks/conditional-captcha.ts';
import { useFieldErrors } from '../../shared/hooks/field-errors.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { canUsePasskeys } from '../../shared/passkey/passkey.ts';
import { usePasskeyLogin } from '../../shared/passkey/use-passkey-login.ts';
import { CodeInput } from '../../shared/second-factor/code-input.tsx';
import { useSignIn } from '../../shared/session/choose-language.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ConditionalCaptchaField } from '../../shared/ui/conditional-captcha-field.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Form } from '../../shared/ui/form.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { SubmitButton } from '../../shared/ui/submit-button.tsx';
import styles from './login.module.css';

interface SecondStepProps {
  onEntered: () => void;
  onBack: () => void;
}

/** The second step of a login: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStep({ onEntered, onBack }: SecondStepProps) {
  const { t } = useText();
  const pending = useCall(calls.secondFactor.pending, {}, { silent: true, staleTime: 0 });
  if (pending.isPending) return <Skeleton shape="form" />;
  return (
    <>
      <h1>{t('user.secondStepTitle')}</h1>
      {pending.data ? (
        <>
          <SecondStepWays pending={pending.data} onEntered={onEntered} />
        </>
      ) : (
        <div className={styles.failed}>
          <Note kind="error">{t('errors.attemptEnded')}</Note>
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

interface SecondStepWaysProps {
  pending: CallResponse<typeof calls.secondFactor.pending>;
  onEntered: () => void;
}

function SecondStepWays({ pending, onEntered }: SecondStepWaysProps) {
  const { t } = useText();
  const enter = useSignIn();
  const { username, has_totp, has_passkey } = pending;
  const passkey = usePasskeyLogin({
    isSecondStep: true,
    onDone: (account) => void enter(account, onEntered),
  });
  const offersPasskey = has_passkey === 1 && canUsePasskeys();
  const button = useRef<HTMLButtonElement>(null);
  // The login form, which had the focus, was unmounted.
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <p>{t(offersPasskey ? 'passkey.secondStep' : 'user.secondStepText', { username })}</p>
      {offersPasskey && (
        <div className={styles.passkey}>
          <Button
            ref={button}
            variant="primary"
            size="large"
            block
            icon={<Fingerprint />}
            loading={passkey.working}
            onClick={passkey.start}
          >
            {t('passkey.use')}
          </Button>
          {passkey.error && <Note kind="error">{passkey.error}</Note>}
        </div>
      )}
      <SecondStepForm hasApp={has_totp === 1} isOther={offersPasskey} onEntered={onEntered} />
    </>
  );
}

interface SecondStepFormProps {
  /** Else the account has recovery codes only. */
  hasApp: boolean;
  /** A passkey is offered first. */
  isOther: boolean;
  onEntered: () => void;
}

function SecondStepForm({ hasApp, isOther, onEntered }: SecondStepFormProps) {
  const { t } = useText();
  const enter = useSignIn();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const captcha = useConditionalCaptcha();
  // The login form, which had the focus, was unmounted.
  useEffect(() => {
    if (!isOther) field.current?.focus();
  }, [isOther]);
  const fieldErrors = useFieldErrors({
    factor_code: code.trim() === '' && t('user.missing'),
    v_code: captcha.fieldError,
  });
  const confirm = useFormCommand(calls.secondFactor.confirmLogin, {
    onDone: (account) => void enter(account, onEntered),
    onRejected: (error) => {
      captcha.onRejected(error);
      if (hasErrorName(error, 'factorCodeWrong', 'captchaNeeded')) field.current?.select();
    },
  });
  const codeError =
    confirm.sent?.factor_code === code ? confirm.errorOf('factorCodeWrong') : undefined;
  const alert = confirm.otherError('factorCodeWrong', 'captchaWrong');
  return (
    <Form
      fieldErrors={fieldErrors}
      onSend={() => confirm.send({ factor_code: code, ...captcha.input })}
    >
      <Field
        label={t(hasApp ? 'user.factorCode' : 'passkey.recoveryCode')}
        help={t(hasApp ? 'user.factorCodeHelp' : 'passkey.recoveryCodeHelp')}
        error={fieldErrors.get('factor_code') ?? codeError}
      >
        <CodeInput ref={field} large value={code} onText={setCode} />
      </Field>
      <ConditionalCaptchaField
        captcha={captcha}
        error={captcha.errorOf(confirm) ?? fieldErrors.get('v_code')}
      />
      {alert && <Note kind="error">{alert}</Note>}
      {isOther ? (
        <Button type="submit" size="large" block loading={confirm.working || confirm.done}>
          {t('user.loginSubmit')}
        </Button>
      ) : (
        <SubmitButton sending={confirm}>{t('user.loginSubmit')}</SubmitButton>
      )}
    </Form>
  );
}
