import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { OutlineEntry } from '@octavo/contract/page.entities';

export interface Rendered {
  readonly html: string;
  readonly outline: OutlineEntry[];
}

export interface RenderThread {
  /** One at a time; undefined when the page takes too long, or breaks the thread. */
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

/** Undefined when the page takes too long, or breaks the thread. */
async function ask(worker: Worker, markdown: string, milliseconds: number) {
  const answer = once(worker, 'message', { signal: AbortSignal.timeout(milliseconds) });
  worker.postMessage(markdown, []);
  try {
    const [rendered] = (await answer) as [Rendered];
    return rendered;
  } catch {
    return undefined;
  }
}

/** A thread beside the event loop, started when it is first needed and anew after it failed. */
export function createRenderThread(siteOrigin: string, milliseconds: number): RenderThread {
  let running: Promise<Worker> | undefined;
  async function close() {
    const ended = running;
    running = undefined;
    await ended?.then((worker) => worker.terminate()).catch(() => {});
  }
  return {
    async run(markdown) {
      running ??= start(siteOrigin);
      const worker = await running.catch(async (error: unknown) => {
        await close();
        throw error;
      });
      const rendered = await ask(worker, markdown, milliseconds);
      if (!rendered) await close();
      return rendered;
    },
    close,
  };
}
