/** An event emitter for changes that are too frequent to re-render on each; listeners decide when to update. */
export interface Emitter {
  readonly emit: () => void;
  readonly on: (listener: () => void) => () => void;
}

export function createEmitter(): Emitter {
  const listeners = new Set<() => void>();
  return {
    emit() {
      for (const listener of listeners) listener();
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
