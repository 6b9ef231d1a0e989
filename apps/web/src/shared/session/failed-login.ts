import type { ErrorName } from '@octavo/contract/errors';
import { useSearchParams } from 'react-router';
import { useText } from '../i18n/texts.tsx';

/** Why a login at the provider came to nothing, as the address says it; other words of an address say nothing. */
const REASONS = [
  'providerDown',
  'providerRefused',
  'providerDenied',
  'attemptEnded',
  'linkTaken',
  'linkInvalid',
  'forbidden',
  'notLinked',
  'usernameInvalid',
  'usernameReserved',
  'wrongLogin',
] as const satisfies readonly ErrorName[];

export function useFailedLogin(): string | undefined {
  const { t } = useText();
  const [search] = useSearchParams();
  const failed = search.get('failed');
  const reason = REASONS.find((each) => each === failed);
  return reason && t(`errors.${reason}`);
}
