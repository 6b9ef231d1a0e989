import type { OutlineEntry } from '@octavo/contract/page.entities';
import { createThread } from '../../thread.ts';
import type { Thread } from '../../thread.ts';

export interface RenderedPage {
  readonly html: string;
  readonly outline: OutlineEntry[];
}

/** The source text of a page. */
export interface PageSource {
  readonly page_type: number;
  readonly text: string;
}

/** Renders page sources to HTML in a worker thread; yields undefined if a page times out or crashes the thread. */
export function createRenderThread(
  siteOrigin: string,
  limits: { readonly timeoutMs: number; readonly maxQueued: number },
): Thread<PageSource, RenderedPage> {
  return createThread({
    program: new URL('render-worker.ts', import.meta.url),
    workerData: { siteOrigin },
    memoryLimitMb: 256,
    ...limits,
  });
}
