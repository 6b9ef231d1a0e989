import { calls } from '@octavo/contract';
import type { ConfirmationInput } from '@octavo/contract/confirmation';
import { Fingerprint } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { call } from '../api/call.ts';
import { BusinessError } from '../api/call-error.ts';
import { useErrorText } from '../api/error-text.ts';
import { hasErrorName } from '../api/use-form-command.ts';
import { useConditionalCaptcha } from '../hooks/conditional-captcha.ts';
import { useFieldErrors } from '../hooks/field-errors.ts';
import { useText } from '../i18n/texts.tsx';
import { cancelPrompt, canUsePasskeys, getPasskey, PasskeyError } from '../passkey/passkey.ts';
import { CodeInput } from '../second-factor/code-input.tsx';
import { Button } from '../ui/button.tsx';
import { ConditionalCaptchaField } from '../ui/conditional-captcha-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import dialogStyles from '../ui/dialog.module.css';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Note } from '../ui/note.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { PasswordInput } from '../ui/text-input.tsx';
import {
  clearConfirmation,
  ConfirmationCancelled,
  type PendingConfirmation,
} from './confirm-identity.ts';
import styles from './confirmation-dialog.module.css';
import { ProviderLoginNote } from './provider-login-note.tsx';

/** Rejections of the confirmation itself; all others concern the confirmed call and are shown by its form. */
const OWN_ERRORS = [
  'wrongPassword',
  'factorCodeWrong',
  'captchaWrong',
  'captchaNeeded',
  'passkeyUnknown',
  'passkeyRejected',
  'passkeyCopied',
  'passkeyExpired',
  'passkeysOff',
  'confirmationNeeded',
  'freshLoginNeeded',
  'secondFactorNeeded',
] as const;

export function ConfirmationDialog({ pending }: { pending: PendingConfirmation }) {
  const { t } = useText();
  const { methods, minutes } = pending;
  const errorText = useErrorText();
  const hasPasskey = methods.includes('passkey') && canUsePasskeys();
  const needsLogin = methods.includes('login');
  const typed = (['password', 'code'] as const).filter((each) => methods.includes(each));
  const [way, setWay] = useState(typed[0]);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [working, setWorking] = useState<'passkey' | 'form'>();
  const [error, setError] = useState<unknown>();
  const [isDone, setDone] = useState(false);
  /** What is sent is not taken back: the action runs, and its response may be shown only once. */
  const [isSending, setSending] = useState(false);
  const isCancelled = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const captcha = useConditionalCaptcha();
  const fieldErrors = useFieldErrors({
    password: way === 'password' && password === '' && t('user.missing'),
    factor_code: way === 'code' && code.trim() === '' && t('user.missing'),
    v_code: captcha.fieldError,
  });

  function cancel() {
    if (isSending || isDone) return;
    setDone(true);
    reject();
  }
  function reject() {
    isCancelled.current = true;
    if (working === 'passkey') void cancelPrompt();
    pending.reject(new ConfirmationCancelled());
  }

  // Back leaves the screen whose action waits.
  const { key } = useLocation();
  const [openedAt] = useState(key);
  const isLeft = key !== openedAt && !isSending;
  const onLeave = useEffectEvent(reject);
  useEffect(() => {
    if (isLeft) onLeave();
  }, [isLeft]);

  async function confirm(by: 'passkey' | 'form', input: () => Promise<ConfirmationInput>) {
    if (working) return;
    setWorking(by);
    setError(undefined);
    try {
      const confirmation = await input();
      if (isCancelled.current) return;
      flushSync(() => setSending(true));
      const answer = await pending.send(confirmation);
      setDone(true);
      pending.resolve(answer);
    } catch (failure) {
      if (isCancelled.current) return;
      setWorking(undefined);
      setSending(false);
      const isOwn = failure instanceof PasskeyError || hasErrorName(failure, ...OWN_ERRORS);
      if (isOwn || !(failure instanceof BusinessError)) {
        setError(failure);
        if (failure instanceof Error && by === 'form') captcha.onRejected(failure);
        if (hasErrorName(failure, 'wrongPassword', 'factorCodeWrong', 'captchaNeeded'))
          field.current?.select();
        return;
      }
      setDone(true);
      pending.reject(failure);
    }
  }

  const isCaptchaWrong = hasErrorName(error, 'captchaWrong') && captcha.code === '';
  const isFieldWrong = hasErrorName(error, 'wrongPassword', 'factorCodeWrong');
  const text = error instanceof PasskeyError ? t(`passkey.${error.reason}`) : errorText(error);
  const fieldText = isFieldWrong ? text : undefined;
  return (
    <Dialog
      open={!isDone && !isLeft}
      title={t('passkey.confirmTitle')}
      initialFocus="input:not([hidden], [readonly], [type='radio']), button"
      onCancel={cancel}
      onClosed={() => clearConfirmation(pending)}
    >
      {minutes > 0 && (
        <p className={dialogStyles.help}>{t('passkey.confirmRecent', { minutes })}</p>
      )}
      <Form
        fieldErrors={fieldErrors}
        onSend={() =>
          void confirm('form', async () => ({
            ...(way === 'code' && { factor_code: code }),
            ...(way === 'password' && { password }),
            ...captcha.input,
          }))
        }
      >
        <div className={dialogStyles.fields}>
          {hasPasskey && (
            <Button
              block
              size="large"
              icon={<Fingerprint />}
              loading={working === 'passkey'}
              onClick={() =>
                void confirm('passkey', async () => {
                  const { options } = await call(calls.passkey.startConfirmation, {});
                  if (isCancelled.current) throw new ConfirmationCancelled();
                  return { passkey: await getPasskey(options) };
                })
              }
            >
              {t('passkey.use')}
            </Button>
          )}
          {hasPasskey && typed.length > 0 && <div className={styles.or}>{t('user.or')}</div>}
          {typed.length > 1 && way && (
            <Segmented
              label={t('passkey.confirmWay')}
              value={way}
              onValue={(next) => {
                setWay(next);
                setError(undefined);
              }}
              options={[
                { value: 'password', label: t('passkey.confirmPassword') },
                { value: 'code', label: t('passkey.confirmCode') },
              ]}
            />
          )}
          {way === 'password' && (
            <Field
              label={t('itemSetting.loginPassword')}
              error={fieldErrors.get('password') ?? fieldText}
            >
              <PasswordInput
                ref={field}
                name="password"
                value={password}
                onText={setPassword}
                autoComplete="current-password"
                required
              />
            </Field>
          )}
          {way === 'code' && (
            <Field
              label={t('user.factorCode')}
              help={t('user.factorCodeHelp')}
              error={fieldErrors.get('factor_code') ?? fieldText}
            >
              <CodeInput ref={field} value={code} onText={setCode} />
            </Field>
          )}
          {way && (
            <ConditionalCaptchaField
              captcha={captcha}
              error={isCaptchaWrong ? text : fieldErrors.get('v_code')}
            />
          )}
          {needsLogin && <ProviderLoginNote />}
          {error !== undefined && !isFieldWrong && !isCaptchaWrong && (
            <Note kind="error">{text}</Note>
          )}
        </div>
        <div className={dialogStyles.footer}>
          <Button disabled={isSending} onClick={cancel}>
            {t('shell.cancel')}
          </Button>
          {(way || needsLogin) && (
            <Button type="submit" variant="primary" loading={working === 'form' || isDone}>
              {t('passkey.confirmSubmit')}
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  );
}
