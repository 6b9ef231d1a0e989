import { useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from './storage.ts';

/** Whether single-key shortcuts such as `/` and `?` are enabled on this device. */

let isEnabled = readSetting('single-keys') !== 'off';
const listeners = new Set<() => void>();

export function setSingleKeys(enabled: boolean): void {
  isEnabled = enabled;
  writeSetting('single-keys', enabled ? 'on' : 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function areSingleKeysEnabled(): boolean {
  return isEnabled;
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysEnabled);
}
