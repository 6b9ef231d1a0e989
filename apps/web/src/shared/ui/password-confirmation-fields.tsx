import type { ErrorName } from '@octavo/contract/errors';
import type { FieldErrors } from '../hooks/field-errors.ts';
import { useText } from '../i18n/texts.tsx';
import { Field } from './field.tsx';
import { ConditionalCaptchaField } from './conditional-captcha-field.tsx';
import { ReauthenticationNote } from './reauthentication-note.tsx';
import { PasswordInput } from './text-input.tsx';
import type { PasswordConfirmation } from '../hooks/password-confirmation.ts';

/** Server errors that these fields show themselves. */
export const passwordErrorNames = ['wrongPassword', 'captchaWrong'] as const;

interface PasswordConfirmationFieldsProps {
  confirmation: PasswordConfirmation;
  fieldErrors: Pick<FieldErrors<'password' | 'v_code'>, 'get'>;
  command: {
    readonly sent:
      | { readonly password?: string | undefined; readonly v_code?: string | undefined }
      | undefined;
    readonly errorOf: (...names: ErrorName[]) => string | undefined;
  };
}

export function PasswordConfirmationFields({
  confirmation,
  fieldErrors,
  command,
}: PasswordConfirmationFieldsProps) {
  const { t } = useText();
  const { password, setPassword, field, captcha } = confirmation;
  const passwordError =
    command.sent?.password === password ? command.errorOf('wrongPassword') : undefined;
  if (confirmation.usesProviderLogin)
    return <ReauthenticationNote isFresh={confirmation.isFresh} />;
  return (
    <>
      <Field
        label={t('itemSetting.loginPassword')}
        error={fieldErrors.get('password') ?? passwordError}
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
      <ConditionalCaptchaField
        captcha={captcha}
        error={captcha.errorOf(command) ?? fieldErrors.get('v_code')}
      />
    </>
  );
}
