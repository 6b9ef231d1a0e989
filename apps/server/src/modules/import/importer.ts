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
    mostWaiting: MOST_WAITING,
  });
  return {
    async read(bytes, language) {
      const answer = await thread.run({ bytes, language });
      if (!answer) throw new AppError('tooLarge');
      if ('refused' in answer) throw new AppError('importUnreadable');
      return answer.imported;
    },
    close: () => thread.close(),
  };
}
