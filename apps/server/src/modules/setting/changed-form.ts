import { AppError } from '../../app-error.ts';
import type { Sealer } from '../../secrets.ts';

type Sent<Form> = { readonly [Name in keyof Form]?: Form[Name] | undefined };

/** The fields that are secrets, and those that say to whom they are sent, the host first. */
interface SecretFields<Form> {
  readonly secrets: readonly (keyof Form)[];
  readonly place: readonly (keyof Form)[];
}

/**
 * What was sent, over what is there. A secret that was typed is sealed, one that was left empty
 * stays; but it goes to nobody else: who names another place has to know it.
 */
export function changedForm<Form extends object>(
  present: Form,
  sent: Sent<Form>,
  { secrets, place }: SecretFields<Form>,
  sealer: Pick<Sealer, 'seal'>,
): Form {
  const form = { ...present };
  for (const name of Object.keys(sent) as (keyof Form)[]) {
    const value = sent[name];
    if (value === undefined || (secrets.includes(name) && value === '')) continue;
    form[name] = secrets.includes(name) ? (sealer.seal(String(value)) as Form[typeof name]) : value;
  }
  const isElsewhere = place.some((name) => form[name] !== present[name]);
  const isNowhere = place.some((name) => form[name] === '');
  const isKept = secrets.some((name) => present[name] !== '' && form[name] === present[name]);
  if (isElsewhere && !isNowhere && isKept) throw new AppError('secretAgain');
  return form;
}
