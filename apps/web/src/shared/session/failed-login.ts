import { EXTERNAL_LOGIN_ERRORS } from '@octavo/contract/external-login';
import { useSearchParams } from 'react-router';
import { useText } from '../i18n/texts.tsx';

/** The error text for the `failed` URL parameter; unknown values are ignored. */
export function useFailedLogin(): string | undefined {
  const { t } = useText();
  const [search] = useSearchParams();
  const failed = search.get('failed');
  const reason = EXTERNAL_LOGIN_ERRORS.find((each) => each === failed);
  return reason && t(`errors.${reason}`);
}
