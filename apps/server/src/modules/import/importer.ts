import type { ErrorName } from '@octavo/contract/errors';
import type { Language } from '@octavo/contract/entities';
import { AppError } from '../../app-error.ts';
import { createThread } from '../../thread.ts';
import type { PageLink } from '../page/find-page-links.ts';
import type { SearchText } from '../search-index/search-text.ts';
import type { ImportedItem } from './imported-item.ts';

export interface PageText {
  readonly page_title: string;
  readonly page_content: string;
  readonly page_type: number;
}

/** Data that is derived from a page and stored with it. */
export interface DerivedPage {
  readonly method: string;
  readonly links: readonly PageLink[];
  readonly search: SearchText;
}

export type ImportJob =
  | { readonly bytes: Uint8Array; readonly language: Language }
  | { readonly pages: readonly PageText[]; readonly siteOrigin: string };

export type ImportJobResult =
  | { readonly imported: ImportedItem }
  | { readonly refused: ErrorName }
  | { readonly derived: readonly DerivedPage[] };

export interface Importer {
  read(bytes: Uint8Array, language: Language): Promise<ImportedItem>;
  /** Returns the pages with their derived data. */
  derive<P extends PageText>(pages: readonly P[]): Promise<readonly (P & DerivedPage)[]>;
  close(): Promise<void>;
}

const MAX_QUEUED = 20;
/** The largest known API description takes four seconds. */
const TIMEOUT_MS = 60_000;

/** Parses files sequentially in a worker thread, so that a large file does not delay requests. */
export function createImporter(siteOrigin: string): Importer {
  const createWorker = () =>
    createThread<ImportJob, ImportJobResult>({
      program: new URL('import-worker.ts', import.meta.url),
      memoryLimitMb: 512,
      timeoutMs: TIMEOUT_MS,
      maxQueued: MAX_QUEUED,
    });
  // Two threads, so that an import in a transaction does not wait for the parsing of another file.
  const [readWorker, deriveWorker] = [createWorker(), createWorker()];
  return {
    async read(bytes, language) {
      const result = await readWorker.run({ bytes, language });
      if (!result) throw new AppError('tooLarge');
      if (!('imported' in result)) throw new AppError('importUnreadable');
      return result.imported;
    },
    async derive(pages) {
      const pageTexts = pages.map(({ page_title, page_content, page_type }) => ({
        page_title,
        page_content,
        page_type,
      }));
      const result = await deriveWorker.run({ pages: pageTexts, siteOrigin });
      if (!result || !('derived' in result)) throw new AppError('tooLarge');
      return pages.map((page, at) => ({ ...page, ...(result.derived[at] as DerivedPage) }));
    },
    async close() {
      await readWorker.close();
      await deriveWorker.close();
    },
  };
}
