import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { OutlineEntry } from '@octavo/contract/page.entities';

export interface Rendered {
  readonly html: string;
  readonly outline: OutlineEntry[];
}

export interface RenderThread {
  /** Undefined when it took too long or the thread broke; one at a time. */
  run(markdown: string): Promise<Rendered | undefined>;
  close(): Promise<void>;
}

const MOST_MEGABYTES = 256;

async function start(siteOrigin: string): Promise<Worker> {
  const worker = new Worker(new URL('render-worker.ts', import.meta.url), {
    workerData: { siteOrigin },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  worker.unref();
  // Loading takes its time on a busy machine, and is no fault of the page that comes first.
  await once(worker, 'message');
  return worker;
}

function ask(
  worker: Worker,
  markdown: string,
  milliseconds: number,
): Promise<Rendered | undefined> {
  return new Promise((resolve) => {
    const end = (rendered?: Rendered) => {
      clearTimeout(timer);
      worker.removeAllListeners();
      resolve(rendered);
    };
    const timer = setTimeout(end, milliseconds);
    worker.once('message', end);
    worker.once('error', () => end());
    worker.postMessage(markdown, []);
  });
}

/** A thread beside the event loop, started when it is first needed and anew after it failed. */
export function createRenderThread(siteOrigin: string, milliseconds: number): RenderThread {
  let running: Promise<Worker> | undefined;
  return {
    async run(markdown) {
      running ??= start(siteOrigin);
      let rendered: Rendered | undefined;
      try {
        rendered = await ask(await running, markdown, milliseconds);
      } finally {
        if (!rendered) await this.close();
      }
      return rendered;
    },
    async close() {
      const ended = running;
      running = undefined;
      await ended?.then((worker) => worker.terminate()).catch(() => {});
    },
  };
}
