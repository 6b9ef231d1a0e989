import { calls } from '@octavo/contract';
import { useEffect, useRef, useState } from 'react';
import { hasErrorName, useFormCommand } from '../../shared/api/use-form-command.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useConditionalCaptcha } from '../../shared/hooks/conditional-captcha.ts';
import { useFieldErrors } from '../../shared/hooks/field-errors.ts';
import { useText } from '../../shared/i18n/texts.tsx';
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

/** The second step of a login: a code of the authenticator app, or a recovery code. */
export function SecondStep({ onEntered, onBack }: SecondStepProps) {
  const { t } = useText();
  const pending = useCall(calls.secondFactor.pending, {}, { silent: true, staleTime: 0 });
  if (pending.isPending) return <Skeleton shape="form" />;
  return (
    <>
      <h1>{t('user.secondStepTitle')}</h1>
      {pending.data ? (
        <>
          <p>{t('user.secondStepText', { username: pending.data.username })}</p>
          <SecondStepForm onEntered={onEntered} />
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

function SecondStepForm({ onEntered }: Pick<SecondStepProps, 'onEntered'>) {
  const { t } = useText();
  const enter = useSignIn();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const captcha = useConditionalCaptcha();
  // The login form, which had the focus, was unmounted.
  useEffect(() => field.current?.focus(), []);
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
        label={t('user.factorCode')}
        help={t('user.factorCodeHelp')}
        error={fieldErrors.get('factor_code') ?? codeError}
      >
        <CodeInput ref={field} large value={code} onText={setCode} />
      </Field>
      <ConditionalCaptchaField
        captcha={captcha}
        error={captcha.errorOf(confirm) ?? fieldErrors.get('v_code')}
      />
      {alert && <Note kind="error">{alert}</Note>}
      <SubmitButton sending={confirm}>{t('user.loginSubmit')}</SubmitButton>
    </Form>
  );
}
