import { calls } from '@octavo/contract';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@octavo/contract/limits';
import { containsOwnName } from '@octavo/contract/own-names';
import { useCall } from '../api/use-call.ts';
import { useText } from '../i18n/texts.tsx';

/** Server errors about a new password. Only the server has the list of common passwords. */
export const passwordErrorNames = ['passwordLength', 'passwordPersonal', 'passwordCommon'] as const;

interface PasswordRules {
  /** The shortest and longest password of this site. */
  readonly min: number;
  readonly max: number;
  /** How many characters are missing. */
  readonly missing: number;
  /** The password must not contain the names of its owner. */
  readonly refusesNames: boolean;
  /** The rule that the password breaks. */
  readonly error: string | undefined;
}

/** Checks a new password while it is typed; `names` are the username and email of its owner. */
export function usePasswordRules(password: string, names: readonly string[]): PasswordRules {
  const { t } = useText();
  const { data: site } = useCall(
    calls.common.homePageSetting,
    {},
    { silent: true, staleTime: 60_000 },
  );
  const min = site?.password_min_length ?? MIN_PASSWORD_LENGTH;
  const max = MAX_PASSWORD_LENGTH;
  // Characters, not UTF-16 units, as the server counts them.
  const { length } = Array.from(password);
  const missing = Math.max(min - length, 0);
  const refusesNames = site?.password_personal_refused === 1;
  const isPersonal = refusesNames && containsOwnName(password, names);
  const error =
    missing > 0 || length > max
      ? t('errors.passwordLength', { min, max })
      : isPersonal
        ? t('errors.passwordPersonal')
        : undefined;
  return { min, max, missing, refusesNames, error };
}
