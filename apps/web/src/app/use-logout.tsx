import { useState, type ReactNode } from 'react';
import { draftStore } from '../shared/autosave/draft-store.ts';
import type { Draft } from '../shared/autosave/draft.ts';
import { useSession } from '../shared/session/session.ts';
import { LogoutDialog } from './logout-dialog.tsx';

/** Logs the user out; first asks about unsaved drafts on this device. */
export function useLogout(): { logout: () => Promise<void>; dialog: ReactNode } {
  const { account, logout } = useSession();
  const [drafts, setDrafts] = useState<readonly Draft[]>();

  async function requestLogout(): Promise<void> {
    const storedDrafts = await draftStore.listByUser(account?.uid ?? 0).catch(() => []);
    if (storedDrafts.length === 0) return logout();
    setDrafts(storedDrafts);
  }

  return {
    logout: requestLogout,
    dialog: drafts && (
      <LogoutDialog drafts={drafts} onLogout={logout} onClosed={() => setDrafts(undefined)} />
    ),
  };
}
