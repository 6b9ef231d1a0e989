import { AppError } from '../../app-error.ts';
import type { Sealer } from '../../secrets.ts';

/** The sent fields of a form, and the `has_…` flags of its secrets. */
type Sent<Form> = { readonly [Name in keyof Form]?: Form[Name] | undefined } & {
  readonly [Name in `has_${string}`]?: boolean | undefined;
};

/** The secret fields of a form, and the fields that determine which server receives them, the host first. */
interface SecretFields<Form> {
  readonly secrets: readonly (keyof Form & string)[];
  readonly place: readonly (keyof Form & string)[];
}

/** Undefined retains the secret, empty removes it. The form never shows a secret, so an empty field is no change. */
function changedSecret(value: unknown, has: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return has === false ? '' : undefined;
}

/**
 * Merges the sent fields into the stored form. A new secret is encrypted. A stored secret is never sent to another
 * server: an administrator who changes the server has to enter the secret again.
 */
export function changedForm<Form extends object>(
  present: Form,
  sent: Sent<Form>,
  { secrets, place }: SecretFields<Form>,
  sealer: Pick<Sealer, 'seal'>,
): Form {
  const form = { ...present };
  for (const name of Object.keys(present) as (keyof Form & string)[]) {
    const value = sent[name];
    if (!secrets.includes(name)) {
      if (value !== undefined) form[name] = value;
      continue;
    }
    const secret = changedSecret(value, sent[`has_${name}`]);
    if (secret !== undefined)
      form[name] = (secret === '' ? '' : sealer.seal(secret)) as Form[typeof name];
  }
  const isElsewhere = place.some((name) => form[name] !== present[name]);
  const isNowhere = place.some((name) => form[name] === '');
  const isKept = secrets.some((name) => present[name] !== '' && form[name] === present[name]);
  if (isElsewhere && !isNowhere && isKept) throw new AppError('secretAgain');
  return form;
}

/** True if the form has no field to store. An empty secret and a `has_…` other than 0 change nothing. */
export function isBlank<Form extends object>(
  sent: Sent<Form> | undefined,
  { secrets }: Pick<SecretFields<Form>, 'secrets'>,
): boolean {
  return Object.entries<unknown>(sent ?? {}).every(([name, value]) => {
    if (name.startsWith('has_')) return value !== false;
    return value === undefined || (value === '' && secrets.some((secret) => secret === name));
  });
}
