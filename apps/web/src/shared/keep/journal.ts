import type { KeptStore } from './kept-store.ts';
import type { KeptText } from './kept-text.ts';

/** A change is on its way to the disk after this long; with the writing itself it stays under 1 s. */
const INTERVAL = 400;

export interface Journal {
  /** Something has changed. */
  touch(): void;
  /** Writes now; settles when the text is on the disk, or when this device refuses to keep it. */
  flush(): Promise<void>;
  /** Watches for the tab going away; gives the way to end it. */
  start(): () => void;
}

interface JournalOptions {
  readonly store: KeptStore;
  readonly id: string;
  /** What to keep; null when the server has all of it. */
  readonly read: () => KeptText | null;
  readonly onKept: (text: KeptText | null) => void;
  readonly onFailed: (error: unknown) => void;
}

/** Writes the text down while it is being written. */
export function createJournal({ store, id, read, onKept, onFailed }: JournalOptions): Journal {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let line = Promise.resolve();

  async function write(): Promise<void> {
    const text = read();
    try {
      await (text ? store.put(text) : store.remove(id));
      onKept(text);
    } catch (error) {
      onFailed(error);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // One after the other: an older text must never come to lie over a newer one.
    line = line.then(write);
    return line;
  }

  const onHidden = () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) void flush();
  };

  return {
    touch() {
      timer ??= setTimeout(() => void flush(), INTERVAL);
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
