import { calls } from '@octavo/contract';
import type { Account, Language } from '@octavo/contract/entities';
import { useCallback, useEffect } from 'react';
import { useCommand } from '../api/use-command.ts';
import { useLanguage } from '../i18n/texts.tsx';
import { useSession } from './session.ts';

/** Switches the interface; a logged-in person takes the choice along to other devices. */
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
 * Takes over the account of a login or reset, and its language first: the next screen is then drawn in it.
 * `onEntering` runs together with the change of the session.
 */
export function useEnter(): (account: Account, onEntering: () => void) => Promise<void> {
  const { enter } = useSession();
  const { language, choose } = useLanguage();
  return useCallback(
    async (account, onEntering) => {
      // Texts that could not be loaded come with the next document.
      if (account.language && account.language !== language)
        await choose(account.language).catch(() => {});
      onEntering();
      enter(account);
    },
    [enter, language, choose],
  );
}

/** The account's own language wins over what this browser remembered or prefers. */
export function useAccountLanguage(): void {
  const { account } = useSession();
  const { choose } = useLanguage();
  const wanted = account?.language;
  useEffect(() => {
    if (wanted) void choose(wanted);
  }, [wanted, choose]);
}
