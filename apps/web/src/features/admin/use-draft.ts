import { useState } from 'react';

/** Settings by name; a value may be a nested form. */
type PlainSettings = Record<string, unknown>;

/** A list is one value: it is replaced and not merged. */
const isForm = (value: unknown): value is PlainSettings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Changes<Settings> = {
  readonly [Name in keyof Settings]?: Settings[Name] extends
    | string
    | number
    | boolean
    | readonly unknown[]
    ? Settings[Name]
    : Partial<Settings[Name]>;
};

/**
 * Settings during editing. Values that another administrator saves in the meantime replace those that are unchanged
 * here, and only changed fields are sent, so that neither administrator overwrites the changes of the other.
 */
export function useDraft<Settings extends object>(saved: Settings) {
  const [state, setState] = useState({ saved, draft: saved });
  let { draft } = state;
  if (!isSame(state.saved, saved)) {
    draft = applyChanges(
      saved as PlainSettings,
      changesOf(state.saved as PlainSettings, draft as PlainSettings),
    ) as Settings;
    setState({ saved, draft });
  }
  const changes = changesOf(saved as PlainSettings, draft as PlainSettings);
  return {
    draft,
    changes: changes as Changes<Settings>,
    isChanged: Object.keys(changes).length > 0,
    change: (change: Partial<Settings>) =>
      setState((before) => ({ ...before, draft: { ...before.draft, ...change } })),
    /** Resets to the saved settings: on cancel, and after a save, because saved secrets are never sent back. */
    discard: () => setState((before) => ({ ...before, draft: before.saved })),
  };
}

function changesOf(saved: PlainSettings, draft: PlainSettings): PlainSettings {
  const changed = Object.keys(saved).filter((name) => !isSame(saved[name], draft[name]));
  return Object.fromEntries(
    changed.map((name) => {
      const [before, now] = [saved[name], draft[name]];
      return [name, isForm(before) && isForm(now) ? changesOf(before, now) : now];
    }),
  );
}

function applyChanges(saved: PlainSettings, changes: PlainSettings): PlainSettings {
  const changed = Object.entries(changes).map(([name, change]) => {
    const current = saved[name];
    return [name, isForm(current) && isForm(change) ? applyChanges(current, change) : change];
  });
  return { ...saved, ...Object.fromEntries(changed) };
}
