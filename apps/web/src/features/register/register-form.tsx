import { calls } from '@octavo/contract';
import { useRef } from 'react';
import { useFormCommand } from '../../shared/api/use-form-command.ts';
import { useFields } from '../../shared/hooks/fields.ts';
import { useFieldErrors } from '../../shared/hooks/field-errors.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { useSession } from '../../shared/session/session.ts';
import { CaptchaField, type CaptchaHandle } from '../../shared/ui/captcha-field.tsx';
import {
  CredentialFields,
  credentialErrorNames,
  focusRejectedField,
  useCredentialErrors,
} from '../../shared/ui/credential-fields.tsx';
import { Form } from '../../shared/ui/form.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { SubmitButton } from '../../shared/ui/submit-button.tsx';

/** `onEntered` is called after the login; the form stays mounted until the next screen is loaded. */
export function RegisterForm({ onEntered }: { onEntered: () => void }) {
  const { t } = useText();
  const { setAccount } = useSession();
  const [fields, set] = useFields({ username: '', password: '', confirm_password: '', v_code: '' });
  const form = useRef<HTMLFormElement>(null);
  const captcha = useRef<CaptchaHandle>(null);

  const fieldErrors = useFieldErrors({
    ...useCredentialErrors(fields),
    v_code: fields.v_code.trim() === '' && t('user.captchaMissing'),
  });
  const register = useFormCommand(calls.user.register, {
    onDone: (account) => {
      onEntered();
      setAccount(account);
    },
    onRejected: (error) => {
      captcha.current?.refresh();
      focusRejectedField(form.current, error);
    },
  });

  const captchaError = fields.v_code === '' ? register.errorOf('captchaWrong') : undefined;
  const alert = register.otherError('captchaWrong', ...credentialErrorNames);
  return (
    <Form ref={form} fieldErrors={fieldErrors} onSend={() => register.send(fields)}>
      <CredentialFields values={fields} set={set} fieldErrors={fieldErrors} command={register} />
      <CaptchaField
        ref={captcha}
        form="register"
        value={fields.v_code}
        onText={set('v_code')}
        error={captchaError ?? fieldErrors.get('v_code')}
      />
      {alert && <Note kind="error">{alert}</Note>}
      <SubmitButton sending={register}>{t('user.registerSubmit')}</SubmitButton>
    </Form>
  );
}
