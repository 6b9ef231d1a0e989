import { calls } from '@octavo/contract';
import type { Language } from '@octavo/contract/entities';
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

/** The account's own language wins over what this browser remembered or prefers. */
export function useAccountLanguage(): void {
  const { account } = useSession();
  const { choose } = useLanguage();
  const wanted = account?.language;
  useEffect(() => {
    if (wanted) void choose(wanted);
  }, [wanted, choose]);
}
