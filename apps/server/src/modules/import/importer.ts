import type { ErrorName } from '@octavo/contract/errors';
import type { Language } from '@octavo/contract/entities';
import { AppError } from '../../app-error.ts';
import { createThread } from '../../thread.ts';
import type { SearchText } from '../page/search-text.ts';
import type { Imported } from './imported.ts';

export interface PlainPage {
  readonly page_title: string;
  readonly page_content: string;
  readonly page_type: number;
}

/** Data that is derived from a page and stored with it. */
export interface DerivedPage {
  readonly method: string;
  readonly search: SearchText;
}

export type ImportWish =
  | { readonly bytes: Uint8Array; readonly language: Language }
  | { readonly pages: readonly PlainPage[] };

export type ImportAnswer =
  | { readonly imported: Imported }
  | { readonly refused: ErrorName }
  | { readonly derived: readonly DerivedPage[] };

export interface Importer {
  read(bytes: Uint8Array, language: Language): Promise<Imported>;
  /** Returns the pages with their derived data. */
  derive<P extends PlainPage>(pages: readonly P[]): Promise<readonly (P & DerivedPage)[]>;
  close(): Promise<void>;
}

const MOST_WAITING = 20;
/** The largest known API description takes four seconds. */
const MOST_MS = 60_000;

/** Parses files sequentially in a worker thread, so that a large file does not delay requests. */
export function createImporter(): Importer {
  const thread = () =>
    createThread<ImportWish, ImportAnswer>({
      program: new URL('import-worker.ts', import.meta.url),
      megabytes: 512,
      milliseconds: MOST_MS,
      mostWaiting: MOST_WAITING,
    });
  // Two threads, so that an import in a transaction does not wait for the parsing of another file.
  const [reading, writing] = [thread(), thread()];
  return {
    async read(bytes, language) {
      const answer = await reading.run({ bytes, language });
      if (!answer) throw new AppError('tooLarge');
      if (!('imported' in answer)) throw new AppError('importUnreadable');
      return answer.imported;
    },
    async derive(pages) {
      const plain = pages.map(({ page_title, page_content, page_type }) => ({
        page_title,
        page_content,
        page_type,
      }));
      const answer = await writing.run({ pages: plain });
      if (!answer || !('derived' in answer)) throw new AppError('tooLarge');
      return pages.map((page, at) => ({ ...page, ...(answer.derived[at] as DerivedPage) }));
    },
    async close() {
      await reading.close();
      await writing.close();
    },
  };
}
