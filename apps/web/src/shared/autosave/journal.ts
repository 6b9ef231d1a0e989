import type { DraftStore } from './draft-store.ts';
import type { Draft } from './draft.ts';

/** Delay between a change and its write to disk; together with the write itself it stays under 1 s. */
const FLUSH_DELAY_MS = 400;

export interface Journal {
  /** Schedules a write after a change. */
  touch(): void;
  /** Writes now; resolves when the draft is on disk or the write has failed. */
  flush(): Promise<void>;
  /** Also writes a pending change when the tab is hidden. The returned function stops this and writes a pending change. */
  start(): () => void;
}

interface JournalOptions {
  readonly store: DraftStore;
  readonly id: string;
  /** The draft to store; null if everything is saved on the server. */
  readonly read: () => Draft | null;
  readonly onStored: (text: Draft | null) => void;
  readonly onFailed: (error: unknown) => void;
}

/** Stores the draft on this device while the user types. */
export function createJournal({ store, id, read, onStored, onFailed }: JournalOptions): Journal {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writeQueue = Promise.resolve();

  async function write(): Promise<void> {
    const text = read();
    try {
      await (text ? store.put(text) : store.remove(id));
      onStored(text);
    } catch (error) {
      onFailed(error);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // Writes are serialized, so that an older draft never overwrites a newer one.
    writeQueue = writeQueue.then(write);
    return writeQueue;
  }

  const onHidden = () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) void flush();
  };

  return {
    touch() {
      timer ??= setTimeout(() => void flush(), FLUSH_DELAY_MS);
    },
    flush,
    start() {
      document.addEventListener('visibilitychange', onHidden);
      return () => {
        document.removeEventListener('visibilitychange', onHidden);
        if (timer !== undefined) void flush();
      };
    },
  };
}
