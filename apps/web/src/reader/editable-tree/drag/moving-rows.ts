import { useSyncExternalStore } from 'react';
import type { TreeRow } from '../../model/menu.ts';
import type { DropPlace, MovedRows } from './drop-place.ts';

/** Rows that are being moved, and where they would be dropped. */
export interface MovingRows {
  /** The dragged or focused row. */
  readonly row: TreeRow;
  readonly moved: MovedRows;
  readonly place: DropPlace | undefined;
  /** Receives the element that follows the pointer. Absent if the rows are moved by keyboard. */
  readonly onGhost?: (ghost: HTMLElement) => void;
}

/** Outside of React, so that a new place renders the overlay and not the rows. */
export interface MovingStore {
  readonly get: () => MovingRows | undefined;
  readonly set: (moving: MovingRows | undefined) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createMovingStore(): MovingStore {
  let moving: MovingRows | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => moving,
    set: (next) => {
      moving = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useMovingRows({ subscribe, get }: MovingStore): MovingRows | undefined {
  return useSyncExternalStore(subscribe, get, get);
}

/** The rows that are being moved, which are shown dimmed. Changes only when a move starts and ends. */
export function useMovedRows({ subscribe, get }: MovingStore): MovedRows | undefined {
  const getMoved = () => get()?.moved;
  return useSyncExternalStore(subscribe, getMoved, getMoved);
}
