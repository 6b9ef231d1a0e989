import { calls } from '@octavo/contract';
import { useRef, useState } from 'react';
import { hasErrorName, useFormCommand } from '../../shared/api/use-form-command.ts';
import { useConditionalCaptcha } from '../../shared/hooks/conditional-captcha.ts';
import { useFieldErrors } from '../../shared/hooks/field-errors.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Form } from '../../shared/ui/form.tsx';
import { ConditionalCaptchaField } from '../../shared/ui/conditional-captcha-field.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { PasswordInput } from '../../shared/ui/text-input.tsx';
import styles from './item-password.module.css';
import { SubmitButton } from '../../shared/ui/submit-button.tsx';

const wrongPassword = ['visitPasswordWrong', 'visitCaptchaNeeded'] as const;

interface PasswordFormProps {
  /** Item id or domain; 0 when only the page id is known. */
  item: string;
  pageId: number;
  target: string;
}

export function PasswordForm({ item, pageId, target }: PasswordFormProps) {
  const { t, rich } = useText();
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const captcha = useConditionalCaptcha();
  const fieldErrors = useFieldErrors({
    password: password === '' && t('user.missing'),
    v_code: captcha.fieldError,
  });
  const pwd = useFormCommand(calls.item.pwd, {
    // Load a new document: the server renders the reader and now receives the access cookie.
    onDone: () => location.replace(target),
    onRejected: (error) => {
      captcha.onRejected(error);
      if (hasErrorName(error, ...wrongPassword)) field.current?.select();
    },
  });

  const passwordError = pwd.errorOf(...wrongPassword);
  const otherError = pwd.otherError(...wrongPassword, 'captchaWrong');
  return (
    <Form
      fieldErrors={fieldErrors}
      onSend={() =>
        pwd.send({
          ...(item !== '0' && { item_id: item }),
          page_id: Math.max(pageId, 0),
          password,
          ...captcha.input,
        })
      }
    >
      <div className={styles.fields}>
        {passwordError && (
          <Note kind="error">{rich('itemPassword.wrong', { reason: <b>{passwordError}</b> })}</Note>
        )}
        <Field label={t('itemPassword.password')} error={fieldErrors.get('password')}>
          <PasswordInput
            ref={field}
            large
            name="password"
            value={password}
            onText={setPassword}
            // Not the user's own password, so password managers should not fill it in.
            autoComplete="off"
            required
          />
        </Field>
        <ConditionalCaptchaField
          captcha={captcha}
          form="visit"
          reason={t('itemPassword.captchaReason')}
          error={captcha.errorOf(pwd) ?? fieldErrors.get('v_code')}
        />
        {otherError && <Note kind="error">{otherError}</Note>}
        <SubmitButton sending={pwd}>{t('itemPassword.open')}</SubmitButton>
      </div>
    </Form>
  );
}
