import { useSyncExternalStore } from 'react';
import { recall, remember } from './storage.ts';

/** Whether keys such as `/` and `?` do something by themselves; a choice of this device. */

let on = recall('single-keys') !== 'off';
const listeners = new Set<() => void>();

export function chooseSingleKeys(wanted: boolean): void {
  on = wanted;
  remember('single-keys', wanted ? 'on' : 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function singleKeysAreOn(): boolean {
  return on;
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, singleKeysAreOn);
}
