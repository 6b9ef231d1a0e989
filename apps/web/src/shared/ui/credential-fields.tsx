import { isRefusal } from '../api/use-form-command.ts';
import { usePasswordProblem } from '../hooks/password-length.ts';
import type { Problems } from '../hooks/problems.ts';
import { useText } from '../i18n/texts.tsx';
import { Field } from './field.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordInput, TextInput } from './text-input.tsx';

type CredentialName = 'username' | 'password' | 'confirm_password';
type Credentials = Readonly<Record<CredentialName, string>>;

const nameRefusals = ['usernameTaken', 'usernameInvalid', 'usernameReserved'] as const;
const passwordRefusals = ['passwordLength', 'passwordCommon'] as const;
/** Server errors that these fields show themselves. */
export const credentialRefusals = [...nameRefusals, ...passwordRefusals];

/** Client-side validation of the username and passwords of a new account. */
export function useCredentialProblems({ username, password, confirm_password }: Credentials) {
  const { t } = useText();
  return {
    username: username.trim() === '' && t('user.missing'),
    password: usePasswordProblem(password),
    confirm_password: password !== confirm_password && t('user.passwordsDiffer'),
  };
}

/** Focuses the field that the server has rejected. */
export function focusRefused(form: HTMLFormElement | null, error: Error): void {
  const name = isRefusal(error, ...nameRefusals) ? 'username' : 'password';
  const field = form?.elements.namedItem(name);
  if (isRefusal(error, ...credentialRefusals) && field instanceof HTMLElement) field.focus();
}

interface CredentialFieldsProps {
  values: Credentials;
  set: (name: CredentialName) => (text: string) => void;
  problems: Pick<Problems<CredentialName>, 'of' | 'tell'>;
  command: {
    readonly errorOf: (...names: (typeof credentialRefusals)[number][]) => string | undefined;
    readonly sent: Credentials | undefined;
  };
}

/** Username, password and repeated password: for registration and for the first administrator. */
export function CredentialFields({ values, set, problems, command }: CredentialFieldsProps) {
  const { t } = useText();
  const { sent, errorOf } = command;
  const refusedName = sent?.username === values.username ? errorOf(...nameRefusals) : undefined;
  const refusedPassword =
    sent?.password === values.password ? errorOf(...passwordRefusals) : undefined;
  return (
    <>
      <Field
        label={t('user.username')}
        help={t('user.usernameHelp')}
        error={problems.of('username') ?? refusedName}
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
          maxLength={64}
          required
        />
      </Field>
      <NewPasswordField
        large
        label={t('user.password')}
        name="password"
        value={values.password}
        onText={set('password')}
        onLeft={() => problems.tell('password')}
        error={problems.of('password') ?? refusedPassword}
      />
      <Field label={t('user.repeatPassword')} error={problems.of('confirm_password')}>
        <PasswordInput
          large
          name="confirm_password"
          value={values.confirm_password}
          onText={set('confirm_password')}
          onBlur={() => values.confirm_password !== '' && problems.tell('confirm_password')}
          autoComplete="new-password"
          required
        />
      </Field>
    </>
  );
}
