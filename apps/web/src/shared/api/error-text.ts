import { errors } from '@octavo/contract/errors';
import { useCallback } from 'react';
import { useText } from '../i18n/texts.tsx';
import { CALL_TIMEOUT } from './call.ts';
import { BusinessError, NetworkError } from './call-error.ts';

/** The sentence a person reads about a failed call: the server's own, or what the network did. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useText();
  return useCallback(
    (error) => {
      if (error instanceof BusinessError) return error.message;
      if (!(error instanceof NetworkError)) return t('states.crashTitle');
      if (error.reason === 'timeout') return t('states.timeout', { seconds: CALL_TIMEOUT / 1000 });
      return t(`states.${error.reason}`);
    },
    [t],
  );
}

/** The login screen is already on its way; a further alert would only cover it. */
export function isLoginNeeded(error: unknown): boolean {
  return error instanceof BusinessError && error.code === errors.loginNeeded.code;
}
