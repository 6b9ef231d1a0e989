import { OUTSIDE_REFUSALS } from '@octavo/contract/outside-login';
import { useSearchParams } from 'react-router';
import { useText } from '../i18n/texts.tsx';

/** The error text for the `failed` URL parameter; unknown values are ignored. */
export function useFailedLogin(): string | undefined {
  const { t } = useText();
  const [search] = useSearchParams();
  const failed = search.get('failed');
  const reason = OUTSIDE_REFUSALS.find((each) => each === failed);
  return reason && t(`errors.${reason}`);
}
