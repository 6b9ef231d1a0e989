import { useState } from 'react';

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Settings as somebody is changing them. What another administrator saves meanwhile comes in wherever this one has
 * changed nothing, and only what was changed here is sent: neither undoes the other's work unknowingly.
 */
export function useDraft<Settings extends object>(saved: Settings) {
  const [held, setHeld] = useState({ saved, draft: saved });
  let { draft } = held;
  if (!isSame(held.saved, saved)) {
    draft = { ...saved, ...changesOf(held.saved, draft) };
    setHeld({ saved, draft });
  }
  const changes = changesOf(saved, draft);
  return {
    draft,
    changes,
    isChanged: Object.keys(changes).length > 0,
    change: (change: Partial<Settings>) =>
      setHeld((before) => ({ ...before, draft: { ...before.draft, ...change } })),
    /** Back to what is saved: given up, or saved with secrets that are never shown again. */
    discard: () => setHeld((before) => ({ ...before, draft: before.saved })),
  };
}

function changesOf<Settings extends object>(saved: Settings, draft: Settings): Partial<Settings> {
  const names = Object.keys(saved) as (keyof Settings)[];
  const changed = names.filter((name) => !isSame(saved[name], draft[name]));
  return Object.fromEntries(changed.map((name) => [name, draft[name]])) as Partial<Settings>;
}
