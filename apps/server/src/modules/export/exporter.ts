import { AppError } from '../../app-error.ts';
import { createThread } from '../../thread.ts';
import type { ReadApiDocument } from '@octavo/markdown/read-api-document';
import type { HtmlPage, WrittenHtml } from './site/html-page.ts';
import type { WordPage, WrittenPage } from './word/word-page.ts';

export type ExportWork =
  | { readonly word: WordPage }
  | { readonly html: HtmlPage }
  | { readonly api: string };
export type ExportResult = {
  readonly word?: WrittenPage;
  readonly html?: WrittenHtml;
  readonly api?: ReadApiDocument | null;
};

export interface Exporter {
  /** Undefined when the page times out. */
  word(page: WordPage): Promise<WrittenPage | undefined>;
  html(page: HtmlPage): Promise<WrittenHtml | undefined>;
  /** The parsed API document of a page, or null when the page is not one. */
  api(markdown: string): Promise<{ readonly api: ReadApiDocument | null } | undefined>;
  /** Acquires a slot of the user and returns the function that releases it; throws when the user has no free slot. */
  enter(uid: number): () => void;
  close(): Promise<void>;
}

const MOST_AT_ONCE = 2;

const MOST_WAITING = 100;
/** A malicious page of 2 MB takes about three seconds. */
const MOST_MS = 30_000;

/** Renders pages sequentially in a worker thread, so that a large page does not delay requests. */
export function createExporter(): Exporter {
  const thread = createThread<ExportWork, ExportResult>({
    program: new URL('export-worker.ts', import.meta.url),
    megabytes: 256,
    milliseconds: MOST_MS,
    mostWaiting: MOST_WAITING,
  });
  const open = new Map<number, number>();
  return {
    enter(uid) {
      const now = open.get(uid) ?? 0;
      if (now >= MOST_AT_ONCE) throw new AppError('tooManyRequests');
      open.set(uid, now + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const left = (open.get(uid) ?? 1) - 1;
        if (left > 0) open.set(uid, left);
        else open.delete(uid);
      };
    },
    word: async (page) => (await thread.run({ word: page }))?.word,
    html: async (page) => (await thread.run({ html: page }))?.html,
    async api(markdown) {
      const read = await thread.run({ api: markdown });
      return read && { api: read.api ?? null };
    },
    close: () => thread.close(),
  };
}
