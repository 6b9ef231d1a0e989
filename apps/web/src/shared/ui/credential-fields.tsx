import { MAX_USERNAME_LENGTH } from '@octavo/contract/limits';
import { hasErrorName } from '../api/use-form-command.ts';
import { passwordErrorNames, usePasswordRules } from '../hooks/password-rules.ts';
import type { FieldErrors } from '../hooks/field-errors.ts';
import { useText } from '../i18n/texts.tsx';
import { Field } from './field.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordInput, TextInput } from './text-input.tsx';

type CredentialName = 'username' | 'password' | 'confirm_password';
type Credentials = Readonly<Record<CredentialName, string>>;

const usernameErrorNames = ['usernameTaken', 'usernameInvalid', 'usernameReserved'] as const;
/** Server errors that these fields show themselves. */
export const credentialErrorNames = [...usernameErrorNames, ...passwordErrorNames];

/** Client-side validation of the username and passwords of a new account. */
export function useCredentialErrors({ username, password, confirm_password }: Credentials) {
  const { t } = useText();
  return {
    username: username.trim() === '' && t('user.missing'),
    password: usePasswordRules(password, [username]).error,
    confirm_password: password !== confirm_password && t('user.passwordsDiffer'),
  };
}

/** Focuses the field that the server has rejected. */
export function focusRejectedField(form: HTMLFormElement | null, error: Error): void {
  const name = hasErrorName(error, ...usernameErrorNames) ? 'username' : 'password';
  const field = form?.elements.namedItem(name);
  if (hasErrorName(error, ...credentialErrorNames) && field instanceof HTMLElement) field.focus();
}

interface CredentialFieldsProps {
  values: Credentials;
  set: (name: CredentialName) => (text: string) => void;
  fieldErrors: Pick<FieldErrors<CredentialName>, 'get' | 'touch'>;
  /** The account exists already, so its username cannot be chosen. */
  fixedUsername?: boolean;
  command: {
    readonly errorOf: (...names: (typeof credentialErrorNames)[number][]) => string | undefined;
    readonly sent: Credentials | undefined;
  };
}

/** Username, password and repeated password: for registration, invitations and the first administrator. */
export function CredentialFields(props: CredentialFieldsProps) {
  const { values, set, fieldErrors, fixedUsername = false, command } = props;
  const { t } = useText();
  const { sent, errorOf } = command;
  const usernameError =
    sent?.username === values.username ? errorOf(...usernameErrorNames) : undefined;
  const passwordError =
    sent?.password === values.password ? errorOf(...passwordErrorNames) : undefined;
  return (
    <>
      <Field
        label={t('user.username')}
        help={fixedUsername ? undefined : t('user.usernameHelp')}
        error={fieldErrors.get('username') ?? usernameError}
      >
        <TextInput
          large
          name="username"
          value={values.username}
          onText={set('username')}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={MAX_USERNAME_LENGTH}
          readOnly={fixedUsername}
          required
        />
      </Field>
      <NewPasswordField
        large
        label={t('user.password')}
        name="password"
        value={values.password}
        names={[values.username]}
        onText={set('password')}
        onFilledBlur={() => fieldErrors.touch('password')}
        error={fieldErrors.get('password') ?? passwordError}
      />
      <Field label={t('user.repeatPassword')} error={fieldErrors.get('confirm_password')}>
        <PasswordInput
          large
          name="confirm_password"
          value={values.confirm_password}
          onText={set('confirm_password')}
          onBlur={() => values.confirm_password !== '' && fieldErrors.touch('confirm_password')}
          autoComplete="new-password"
          required
        />
      </Field>
    </>
  );
}
