import { useState, type ReactNode } from 'react';
import { keptStore } from '../shared/keep/kept-store.ts';
import type { KeptText } from '../shared/keep/kept-text.ts';
import { useSession } from '../shared/session/session.ts';
import { LogoutQuestion } from './logout-question.tsx';

/** Logs the user out; first asks about unsaved drafts on this device. */
export function useLogout(): { logout: () => Promise<void>; question: ReactNode } {
  const { account, logout } = useSession();
  const [drafts, setDrafts] = useState<readonly KeptText[]>();

  async function ask(): Promise<void> {
    const kept = await keptStore.ofUser(account?.uid ?? 0).catch(() => []);
    if (kept.length === 0) return logout();
    setDrafts(kept);
  }

  return {
    logout: ask,
    question: drafts && (
      <LogoutQuestion drafts={drafts} onLogout={logout} onClosed={() => setDrafts(undefined)} />
    ),
  };
}
