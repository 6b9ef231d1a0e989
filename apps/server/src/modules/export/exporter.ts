import { AppError } from '../../app-error.ts';
import { createThread } from '../../thread.ts';
import type { ParsedApiDocument } from '@octavo/markdown/parse-api-document';
import type { HtmlPage, RenderedHtml } from './site/html-page.ts';
import type { WordPage, WordPageResult } from './word/word-page.ts';

export type ExportJob =
  | { readonly word: WordPage }
  | { readonly html: HtmlPage }
  | { readonly api: string };
export type ExportResult = {
  readonly word?: WordPageResult;
  readonly html?: RenderedHtml;
  readonly api?: ParsedApiDocument | null;
};

export interface Exporter {
  /** Undefined when the page times out. */
  word(page: WordPage): Promise<WordPageResult | undefined>;
  html(page: HtmlPage): Promise<RenderedHtml | undefined>;
  /** The parsed API document of a page, or null when the page is not one. */
  api(markdown: string): Promise<{ readonly api: ParsedApiDocument | null } | undefined>;
  /** Acquires a slot of the user and returns the function that releases it; throws when the user has no free slot. */
  acquireSlot(uid: number): () => void;
  close(): Promise<void>;
}

const MAX_OPEN_EXPORTS = 2;

const MAX_QUEUED = 100;
/** A malicious page of 2 MB takes about three seconds. */
const PAGE_TIMEOUT_MS = 30_000;

/** Renders pages sequentially in a worker thread, so that a large page does not delay requests. */
export function createExporter(): Exporter {
  const thread = createThread<ExportJob, ExportResult>({
    program: new URL('export-worker.ts', import.meta.url),
    memoryLimitMb: 256,
    timeoutMs: PAGE_TIMEOUT_MS,
    maxQueued: MAX_QUEUED,
  });
  const openExports = new Map<number, number>();
  return {
    acquireSlot(uid) {
      const openCount = openExports.get(uid) ?? 0;
      if (openCount >= MAX_OPEN_EXPORTS) throw new AppError('tooManyRequests');
      openExports.set(uid, openCount + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const remaining = (openExports.get(uid) ?? 1) - 1;
        if (remaining > 0) openExports.set(uid, remaining);
        else openExports.delete(uid);
      };
    },
    word: async (page) => (await thread.run({ word: page }))?.word,
    html: async (page) => (await thread.run({ html: page }))?.html,
    async api(markdown) {
      const result = await thread.run({ api: markdown });
      return result && { api: result.api ?? null };
    },
    close: () => thread.close(),
  };
}
