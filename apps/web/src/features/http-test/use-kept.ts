import { useState } from 'react';
import { recall, remember } from '../../shared/device/storage.ts';

function read<T>(name: string, first: T): T {
  try {
    return JSON.parse(recall(name) ?? '') as T;
  } catch {
    return first;
  }
}

/** A state that is stored on this device under a name; the caller includes the user and the item in the name. */
export function useKept<T>(name: string, first: T): [T, (next: T) => void] {
  const [value, setValue] = useState(() => read(name, first));
  return [
    value,
    (next) => {
      setValue(next);
      remember(name, JSON.stringify(next));
    },
  ];
}
