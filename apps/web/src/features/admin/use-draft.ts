import { useState } from 'react';

/** Settings by name; a value may be a nested form. */
type Plain = Record<string, unknown>;

const isForm = (value: unknown): value is Plain => typeof value === 'object' && value !== null;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Changes<Settings> = {
  readonly [Name in keyof Settings]?: Settings[Name] extends string | number | boolean
    ? Settings[Name]
    : Partial<Settings[Name]>;
};

/**
 * Settings during editing. Values that another administrator saves in the meantime replace those that are unchanged
 * here, and only changed fields are sent, so that neither administrator overwrites the changes of the other.
 */
export function useDraft<Settings extends object>(saved: Settings) {
  const [held, setHeld] = useState({ saved, draft: saved });
  let { draft } = held;
  if (!isSame(held.saved, saved)) {
    draft = over(saved as Plain, changesOf(held.saved as Plain, draft as Plain)) as Settings;
    setHeld({ saved, draft });
  }
  const changes = changesOf(saved as Plain, draft as Plain);
  return {
    draft,
    changes: changes as Changes<Settings>,
    isChanged: Object.keys(changes).length > 0,
    change: (change: Partial<Settings>) =>
      setHeld((before) => ({ ...before, draft: { ...before.draft, ...change } })),
    /** Resets to the saved settings: on cancel, and after a save, because saved secrets are never sent back. */
    discard: () => setHeld((before) => ({ ...before, draft: before.saved })),
  };
}

function changesOf(saved: Plain, draft: Plain): Plain {
  const changed = Object.keys(saved).filter((name) => !isSame(saved[name], draft[name]));
  return Object.fromEntries(
    changed.map((name) => {
      const [before, now] = [saved[name], draft[name]];
      return [name, isForm(before) && isForm(now) ? changesOf(before, now) : now];
    }),
  );
}

function over(saved: Plain, changes: Plain): Plain {
  const changed = Object.entries(changes).map(([name, change]) => {
    const present = saved[name];
    return [name, isForm(present) && isForm(change) ? over(present, change) : change];
  });
  return { ...saved, ...Object.fromEntries(changed) };
}
