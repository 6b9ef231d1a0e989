import { useSyncExternalStore } from 'react';
import type { Autosave, AutosaveState } from './autosave.ts';

/** Selects a part of the autosave state; the component renders again only when that part changes. */
export function useAutosave<Selected>(
  autosave: Autosave,
  selector: (state: AutosaveState) => Selected,
): Selected {
  return useSyncExternalStore(autosave.subscribe, () => selector(autosave.getState()));
}
