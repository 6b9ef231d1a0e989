import { AppError } from '../../app-error.ts';
import { createThread } from '../../thread.ts';

export type SheetRequest =
  | { readonly kind: 'read'; readonly bytes: Uint8Array; readonly name: string }
  | { readonly kind: 'xlsx'; readonly content: string }
  | { readonly kind: 'csv'; readonly content: string; readonly sheet: number };

export type SheetResponse =
  | { readonly content: string }
  | { readonly bytes: Uint8Array }
  | { readonly refused: 'fileTypeRefused' | 'tooLarge' | 'notFound' };

export interface SheetFiles {
  /** Converts a spreadsheet file to the content of a sheet page. */
  read(bytes: Uint8Array, name: string): Promise<string>;
  write(request: Exclude<SheetRequest, { kind: 'read' }>): Promise<Uint8Array>;
  close(): Promise<void>;
}

const MAX_QUEUED = 20;
const TIMEOUT_MS = 60_000;

/** Reads and writes spreadsheet files in a worker thread, one at a time, with limits on memory, time and queue length. */
export function createSheetFiles(): SheetFiles {
  const thread = createThread<SheetRequest, SheetResponse>({
    program: new URL('sheet-worker.ts', import.meta.url),
    memoryLimitMb: 1024,
    timeoutMs: TIMEOUT_MS,
    maxQueued: MAX_QUEUED,
  });
  async function run(request: SheetRequest): Promise<SheetResponse> {
    const response = await thread.run(request);
    if (!response) throw new AppError('tooLarge');
    if ('refused' in response) throw new AppError(response.refused);
    return response;
  }
  return {
    async read(bytes, name) {
      const response = await run({ kind: 'read', bytes, name });
      return 'content' in response ? response.content : '';
    },
    async write(request) {
      const response = await run(request);
      return 'bytes' in response ? response.bytes : new Uint8Array();
    },
    close: () => thread.close(),
  };
}
