import { calls } from '@octavo/contract';
import { MAX_EMAIL_LENGTH } from '@octavo/contract/limits';
import { useRef, useState } from 'react';
import { useFormCommand } from '../../../shared/api/use-form-command.ts';
import { isEmail, useFieldErrors } from '../../../shared/hooks/field-errors.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { CaptchaField, type CaptchaHandle } from '../../../shared/ui/captcha-field.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Form } from '../../../shared/ui/form.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { TextInput } from '../../../shared/ui/text-input.tsx';

interface RequestFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSent: () => void;
}

export function RequestForm({ email, onEmail, onSent }: RequestFormProps) {
  const { t } = useText();
  const [code, setCode] = useState('');
  const captcha = useRef<CaptchaHandle>(null);
  const fieldErrors = useFieldErrors({
    email: !isEmail(email) && t('user.emailInvalid'),
    v_code: code.trim() === '' && t('user.captchaMissing'),
  });
  const request = useFormCommand(calls.user.resetPasswordEmail, {
    onDone: onSent,
    onRejected: () => captcha.current?.refresh(),
  });

  const captchaError = code === '' ? request.errorOf('captchaWrong') : undefined;
  const alert = request.otherError('captchaWrong');
  return (
    <Form fieldErrors={fieldErrors} onSend={() => request.send({ email, v_code: code })}>
      <Field label={t('user.email')} error={fieldErrors.get('email')}>
        <TextInput
          large
          type="email"
          name="email"
          value={email}
          onText={onEmail}
          onBlur={() => email !== '' && fieldErrors.touch('email')}
          autoComplete="email"
          maxLength={MAX_EMAIL_LENGTH}
          required
        />
      </Field>
      <CaptchaField
        ref={captcha}
        form="reset"
        value={code}
        onText={setCode}
        error={captchaError ?? fieldErrors.get('v_code')}
      />
      {alert && <Note kind="error">{alert}</Note>}
      <Button type="submit" variant="primary" size="large" block loading={request.working}>
        {t('user.resetSubmit')}
      </Button>
    </Form>
  );
}
