/** An event emitter for changes that are too frequent to re-render on each; listeners decide when to update. */
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
