import { AppError } from '../../app-error.ts';
import { createThread } from '../../thread.ts';

export type SheetQuestion =
  | { readonly kind: 'read'; readonly bytes: Uint8Array; readonly name: string }
  | { readonly kind: 'xlsx'; readonly content: string }
  | { readonly kind: 'csv'; readonly content: string; readonly sheet: number };

export type SheetAnswer =
  | { readonly content: string }
  | { readonly bytes: Uint8Array }
  | { readonly refused: 'fileTypeRefused' | 'tooLarge' | 'notFound' };

export interface SheetFiles {
  /** Converts a spreadsheet file to the content of a sheet page. */
  read(bytes: Uint8Array, name: string): Promise<string>;
  write(question: Exclude<SheetQuestion, { kind: 'read' }>): Promise<Uint8Array>;
  close(): Promise<void>;
}

const MOST_WAITING = 20;
const MOST_MS = 60_000;

/** Reads and writes spreadsheet files in a worker thread, one at a time, with limits on memory, time and queue length. */
export function createSheetFiles(): SheetFiles {
  const thread = createThread<SheetQuestion, SheetAnswer>({
    program: new URL('sheet-worker.ts', import.meta.url),
    megabytes: 1024,
    milliseconds: MOST_MS,
    mostWaiting: MOST_WAITING,
  });
  async function ask(question: SheetQuestion): Promise<SheetAnswer> {
    const answer = await thread.run(question);
    if (!answer) throw new AppError('tooLarge');
    if ('refused' in answer) throw new AppError(answer.refused);
    return answer;
  }
  return {
    async read(bytes, name) {
      const answer = await ask({ kind: 'read', bytes, name });
      return 'content' in answer ? answer.content : '';
    },
    async write(question) {
      const answer = await ask(question);
      return 'bytes' in answer ? answer.bytes : new Uint8Array();
    },
    close: () => thread.close(),
  };
}
