import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useErrorText } from '../api/error-text.ts';
import { useText } from '../i18n/texts.tsx';
import { getPasskey, PasskeyError } from './passkey.ts';

type LoggedIn = CallResponse<typeof calls.passkey.login>;

interface PasskeyLoginOptions {
  /** The password was right, and the passkey is the second step. */
  readonly isSecondStep?: boolean;
  /** Only a passkey of this user is accepted. */
  readonly username?: string;
  readonly onDone: (account: LoggedIn) => void;
}

export interface PasskeyLogin {
  readonly start: () => void;
  readonly working: boolean;
  readonly error: string | undefined;
}

/** Logs in with a passkey: gets a challenge, asks the browser, sends the signature. */
export function usePasskeyLogin({
  isSecondStep = false,
  username,
  onDone,
}: PasskeyLoginOptions): PasskeyLogin {
  const { t } = useText();
  const errorText = useErrorText();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string>();

  async function logIn(): Promise<void> {
    setWorking(true);
    setError(undefined);
    try {
      const { options } = await call(calls.passkey.startLogin, { second_step: isSecondStep });
      const passkey = await getPasskey(options);
      // Stays busy: the next screen is loading.
      onDone(
        isSecondStep
          ? await call(calls.secondFactor.confirmLogin, { passkey })
          : await call(calls.passkey.login, { passkey, ...(username && { username }) }),
      );
    } catch (failure) {
      setWorking(false);
      setError(
        failure instanceof PasskeyError ? t(`passkey.${failure.reason}`) : errorText(failure),
      );
    }
  }

  return { start: () => void logIn(), working, error };
}
