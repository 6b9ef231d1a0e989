import type { OutlineEntry } from '@octavo/contract/page.entities';
import { createThread } from '../../thread.ts';
import type { Thread } from '../../thread.ts';

export interface Rendered {
  readonly html: string;
  readonly outline: OutlineEntry[];
}

/** What a page was written as. */
export interface Source {
  readonly page_type: number;
  readonly text: string;
}

/** A page's text in, HTML out; undefined when the page takes too long, or breaks the thread. */
export function createRenderThread(
  siteOrigin: string,
  limits: { readonly milliseconds: number; readonly mostWaiting: number },
): Thread<Source, Rendered> {
  return createThread({
    program: new URL('render-worker.ts', import.meta.url),
    workerData: { siteOrigin },
    megabytes: 256,
    ...limits,
  });
}
