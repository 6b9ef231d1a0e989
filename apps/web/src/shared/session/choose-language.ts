import { calls } from '@octavo/contract';
import type { Account, Language } from '@octavo/contract/entities';
import { useCallback, useEffect } from 'react';
import { useCommand } from '../api/use-command.ts';
import { useLanguage } from '../i18n/texts.tsx';
import { useSession } from './session.ts';

/** Changes the language of the interface; for a logged-in user it is also saved in the account. */
export function useChooseLanguage(): (language: Language) => void {
  const { choose } = useLanguage();
  const { state } = useSession();
  const { mutate } = useCommand(calls.user.updateInfo, { refresh: [calls.user.info] });
  return useCallback(
    (language) => {
      void choose(language);
      if (state === 'user') mutate({ language });
    },
    [choose, state, mutate],
  );
}

/**
 * Starts the session after a login or password reset. The language of the account is loaded first, so that the next
 * screen is rendered in it. `onSigningIn` runs together with the change of the session.
 */
export function useSignIn(): (account: Account, onSigningIn: () => void) => Promise<void> {
  const { setAccount } = useSession();
  const { language, choose } = useLanguage();
  return useCallback(
    async (account, onSigningIn) => {
      // If the texts cannot be loaded, the language changes with the next document.
      if (account.language && account.language !== language)
        await choose(account.language).catch(() => {});
      onSigningIn();
      setAccount(account);
    },
    [setAccount, language, choose],
  );
}

/** The language of the account overrides the saved and preferred language of the browser. */
export function useAccountLanguage(): void {
  const { account } = useSession();
  const { choose } = useLanguage();
  const accountLanguage = account?.language;
  useEffect(() => {
    if (accountLanguage) void choose(accountLanguage);
  }, [accountLanguage, choose]);
}
