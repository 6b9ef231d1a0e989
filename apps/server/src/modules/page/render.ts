import { Worker } from 'node:worker_threads';
import type { OutlineEntry } from '@octavo/contract/page.entities';
import { escapeHtml } from '@octavo/markdown/escape';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../app-error.ts';
import type { FullPage } from './page-bodies.ts';

interface Rendered {
  readonly html: string;
  readonly outline: OutlineEntry[];
}

export interface Renderer {
  /** Made once per version; a sheet has none. */
  render(page: FullPage): Promise<Partial<Rendered>>;
  close(): Promise<void>;
}

interface Limits {
  readonly milliseconds: number;
  readonly waiting: number;
}

const MOST_BYTES = 64 * 1024 * 1024;
const SHEET = 1;

/** A page written to hurt costs a thread for a moment, then it is shown as it was written. */
function asSource(markdown: string): Rendered {
  return { html: `<pre class="cut">${escapeHtml(markdown)}</pre>`, outline: [] };
}

/** One thread, started when it is first needed, and anew after it had to be ended. */
function renderThread(siteOrigin: string, { milliseconds }: Limits) {
  let worker: Worker | undefined;

  function start(): Worker {
    const started = new Worker(new URL('render-worker.ts', import.meta.url), {
      workerData: { siteOrigin },
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    started.unref();
    return started;
  }

  return {
    run: (markdown: string) =>
      new Promise<Rendered>((resolve) => {
        const thread = (worker ??= start());
        const end = (rendered: Rendered) => {
          clearTimeout(timer);
          thread.removeAllListeners();
          resolve(rendered);
        };
        const giveUp = () => {
          worker = undefined;
          thread.terminate().catch(() => {});
          end(asSource(markdown));
        };
        const timer = setTimeout(giveUp, milliseconds);
        thread.once('message', end);
        thread.once('error', giveUp);
        thread.postMessage(markdown, []);
      }),
    close: async () => {
      await worker?.terminate();
    },
  };
}

/** HTML and outline of pages, made beside the event loop, one after the other, once per version. */
export function createRenderer(
  siteOrigin: string,
  limits: Limits = { milliseconds: 3000, waiting: 200 },
): Renderer {
  const thread = renderThread(siteOrigin, limits);
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function inTurn(markdown: string): Promise<Rendered> {
    if (waiting >= limits.waiting) throw new AppError('unavailable');
    waiting += 1;
    const turn = last.then(() => thread.run(markdown));
    last = turn.finally(() => {
      waiting -= 1;
    });
    return turn;
  }

  const made = new LRUCache<string, Rendered, string>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ html }) => 2 * html.length + 1000,
    fetchMethod: (_key, _old, { context }) => inTurn(context),
  });
  return {
    async render({ page_id, version, page_type, page_content }) {
      if (page_type === SHEET) return {};
      return made.forceFetch(`${page_id}:${version}`, { context: page_content });
    },
    close: () => thread.close(),
  };
}
