import { AppError } from '../../app-error.ts';
import type { Cipher } from '../../secrets.ts';

/** The sent fields of a form, and the `has_…` flags of its secrets. */
type SentForm<Form> = { readonly [Name in keyof Form]?: Form[Name] | undefined } & {
  readonly [Name in `has_${string}`]?: boolean | undefined;
};

/** The secret fields of a form, and the fields that determine which server receives them, the host first. */
interface SecretFields<Form> {
  readonly secrets: readonly (keyof Form & string)[];
  readonly destination: readonly (keyof Form & string)[];
}

/** Undefined retains the secret, empty removes it. The form never shows a secret, so an empty field is no change. */
function newSecretValue(value: unknown, has: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return has === false ? '' : undefined;
}

/**
 * Merges the sent fields into the stored form. A new secret is encrypted. A stored secret is never sent to another
 * server: an administrator who changes the server has to enter the secret again.
 */
export function mergeForm<Form extends object>(
  stored: Form,
  sent: SentForm<Form>,
  { secrets, destination }: SecretFields<Form>,
  cipher: Pick<Cipher, 'encrypt'>,
): Form {
  const form = { ...stored };
  for (const name of Object.keys(stored) as (keyof Form & string)[]) {
    const value = sent[name];
    if (!secrets.includes(name)) {
      if (value !== undefined) form[name] = value;
      continue;
    }
    const secret = newSecretValue(value, sent[`has_${name}`]);
    if (secret !== undefined)
      form[name] = (secret === '' ? '' : cipher.encrypt(secret)) as Form[typeof name];
  }
  const isDestinationChanged = destination.some((name) => form[name] !== stored[name]);
  const isDestinationEmpty = destination.some((name) => form[name] === '');
  const isSecretRetained = secrets.some(
    (name) => stored[name] !== '' && form[name] === stored[name],
  );
  if (isDestinationChanged && !isDestinationEmpty && isSecretRetained)
    throw new AppError('secretAgain');
  return form;
}

/** True if the form has no field to store. An empty secret and a `has_…` other than 0 change nothing. */
export function isBlank<Form extends object>(
  sent: SentForm<Form> | undefined,
  { secrets }: Pick<SecretFields<Form>, 'secrets'>,
): boolean {
  return Object.entries<unknown>(sent ?? {}).every(([name, value]) => {
    if (name.startsWith('has_')) return value !== false;
    return value === undefined || (value === '' && secrets.some((secret) => secret === name));
  });
}
