import { useEffect } from 'react';
import { useDrafts } from '../../../shared/autosave/use-drafts.ts';
import { useSession } from '../../../shared/session/session.ts';

/** The unsaved pages of the user, on this device and on the server; discarded ones are left out. */
export function useOpenDrafts() {
  const { account } = useSession();
  const { drafts } = useDrafts(account?.uid ?? 0);
  return drafts?.filter(({ state }) => state === 'open');
}

/** Reports the number of drafts, for the label of a tab. */
export function CountDrafts({ onCount }: { onCount: (count: number) => void }) {
  const count = useOpenDrafts()?.length;
  useEffect(() => {
    if (count !== undefined) onCount(count);
  }, [count, onCount]);
  return null;
}
