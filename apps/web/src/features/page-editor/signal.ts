/** Something that happens too often for a screen to be drawn anew each time; listeners decide. */
export interface Signal {
  readonly give: () => void;
  readonly listen: (listener: () => void) => () => void;
}

export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    give() {
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
