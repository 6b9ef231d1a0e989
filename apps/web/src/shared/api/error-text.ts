import { errors } from '@octavo/contract/errors';
import { useCallback } from 'react';
import { useText } from '../i18n/texts.tsx';
import { CALL_TIMEOUT_MS } from './call.ts';
import { BusinessError, NetworkError } from './call-error.ts';

/** The text that the user sees for a failed call: the server's message, or a description of the network error. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useText();
  return useCallback(
    (error) => {
      if (error instanceof BusinessError) return error.message;
      if (!(error instanceof NetworkError)) return t('states.crashTitle');
      if (error.reason === 'timeout')
        return t('states.timeout', { seconds: CALL_TIMEOUT_MS / 1000 });
      return t(`states.${error.reason}`);
    },
    [t],
  );
}

/** The redirect to the login screen has already started, so this error needs no alert. */
export function isLoginNeeded(error: unknown): boolean {
  return error instanceof BusinessError && error.code === errors.loginNeeded.code;
}
