import { useSyncExternalStore } from 'react';
import { recall, remember } from './storage.ts';

/** Whether single-key shortcuts such as `/` and `?` are enabled on this device. */

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
