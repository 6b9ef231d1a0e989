import type { ErrorName } from '@octavo/contract/errors';
import type { Language } from '@octavo/contract/entities';
import { AppError } from '../../app-error.ts';
import { createThread } from '../../thread.ts';
import type { Imported } from './imported.ts';

export interface Importer {
  read(bytes: Uint8Array, language: Language): Promise<Imported>;
  close(): Promise<void>;
}

const MOST_WAITING = 20;
/** The largest real description takes four seconds. */
const MOST_MS = 60_000;

/** Files are read in a thread of their own, one after the other: nobody else waits for a large one. */
export function createImporter(): Importer {
  const thread = createThread<
    { bytes: Uint8Array; language: Language },
    { imported: Imported } | { refused: ErrorName }
  >({
    program: new URL('import-worker.ts', import.meta.url),
    megabytes: 512,
    milliseconds: MOST_MS,
  });
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async read(bytes, language) {
      if (waiting >= MOST_WAITING) throw new AppError('unavailable');
      waiting += 1;
      const turn = last.then(() => thread.run({ bytes, language }));
      last = turn
        .catch(() => {})
        .finally(() => {
          waiting -= 1;
        });
      const answer = await turn;
      if (!answer) throw new AppError('tooLarge');
      if ('refused' in answer) throw new AppError('importUnreadable');
      return answer.imported;
    },
    close: () => thread.close(),
  };
}
