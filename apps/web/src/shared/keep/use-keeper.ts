import { useSyncExternalStore } from 'react';
import type { Keeper, KeeperState } from './keeper.ts';

/** Selects a part of the autosave state; the component renders again only when that part changes. */
export function useKeeper<Fact>(keeper: Keeper, fact: (state: KeeperState) => Fact): Fact {
  return useSyncExternalStore(keeper.subscribe, () => fact(keeper.getState()));
}
