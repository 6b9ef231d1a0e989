import { useSyncExternalStore } from 'react';
import type { Keeper, KeeperState } from './keeper.ts';

/** One fact of a kept text; a screen is drawn anew only when that fact changes. */
export function useKeeper<Fact>(keeper: Keeper, fact: (state: KeeperState) => Fact): Fact {
  return useSyncExternalStore(keeper.subscribe, () => fact(keeper.getState()));
}
