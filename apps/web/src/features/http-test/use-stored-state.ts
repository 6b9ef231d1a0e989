import { useState } from 'react';
import { readSetting, writeSetting } from '../../shared/device/storage.ts';

function readStored<T>(name: string, initial: T): T {
  try {
    return JSON.parse(readSetting(name) ?? '') as T;
  } catch {
    return initial;
  }
}

/** A state that is stored on this device under a name; the caller includes the user and the item in the name. */
export function useStoredState<T>(name: string, initial: T): [T, (next: T) => void] {
  const [value, setValue] = useState(() => readStored(name, initial));
  return [
    value,
    (next) => {
      setValue(next);
      writeSetting(name, JSON.stringify(next));
    },
  ];
}
