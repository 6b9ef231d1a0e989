import { calls } from '@octavo/contract';
import { useRef, useState } from 'react';
import { isRefusal, useFormCommand } from '../../shared/api/use-form-command.ts';
import { useLateCaptcha } from '../../shared/hooks/late-captcha.ts';
import { useProblems } from '../../shared/hooks/problems.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Form } from '../../shared/ui/form.tsx';
import { LateCaptchaField } from '../../shared/ui/late-captcha-field.tsx';
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
  const captcha = useLateCaptcha();
  const problems = useProblems({
    password: password === '' && t('user.missing'),
    v_code: captcha.problem,
  });
  const pwd = useFormCommand(calls.item.pwd, {
    // Load a new document: the server renders the reader and now receives the access cookie.
    onDone: () => location.replace(target),
    onRefused: (error) => {
      captcha.onRefused(error);
      if (isRefusal(error, ...wrongPassword)) field.current?.select();
    },
  });

  const wrong = pwd.errorOf(...wrongPassword);
  const other = pwd.otherError(...wrongPassword, 'captchaWrong');
  return (
    <Form
      problems={problems}
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
        {wrong && (
          <Note kind="error">{rich('itemPassword.wrong', { reason: <b>{wrong}</b> })}</Note>
        )}
        <Field label={t('itemPassword.password')} error={problems.of('password')}>
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
        <LateCaptchaField
          captcha={captcha}
          form="visit"
          reason={t('itemPassword.captchaReason')}
          error={captcha.errorOf(pwd) ?? problems.of('v_code')}
        />
        {other && <Note kind="error">{other}</Note>}
        <SubmitButton sending={pwd}>{t('itemPassword.open')}</SubmitButton>
      </div>
    </Form>
  );
}
