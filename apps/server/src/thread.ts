import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from './app-error.ts';

export interface Thread<In, Out> {
  /** One after the other; undefined when it takes too long, or breaks the thread. */
  run(input: In): Promise<Out | undefined>;
  close(): Promise<void>;
}

interface ThreadOptions {
  /** It says something when it is loaded, and then one answer to each message. */
  readonly program: URL;
  readonly workerData?: unknown;
  readonly megabytes: number;
  readonly milliseconds: number;
  /** More than these are sent away. */
  readonly mostWaiting: number;
}

async function start({ program, workerData, megabytes }: ThreadOptions): Promise<Worker> {
  const worker = new Worker(program, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  worker.unref();
  // Loading takes its time on a busy machine, and is no fault of what comes first.
  await once(worker, 'message');
  return worker;
}

async function ask<Out>(worker: Worker, input: unknown, milliseconds: number) {
  const answer = once(worker, 'message', { signal: AbortSignal.timeout(milliseconds) });
  worker.postMessage(input, []);
  try {
    const [output] = (await answer) as [Out];
    return output;
  } catch {
    return undefined;
  }
}

/** A thread beside the event loop, started when it is first needed and anew after it failed. */
export function createThread<In, Out>(options: ThreadOptions): Thread<In, Out> {
  let running: Promise<Worker> | undefined;
  async function close() {
    const ended = running;
    running = undefined;
    await ended?.then((worker) => worker.terminate()).catch(() => {});
  }
  async function runNow(input: In): Promise<Out | undefined> {
    running ??= start(options);
    const worker = await running.catch(async (error: unknown) => {
      await close();
      throw error;
    });
    const output = await ask<Out>(worker, input, options.milliseconds);
    if (output === undefined) await close();
    return output;
  }
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async run(input) {
      if (waiting >= options.mostWaiting) throw new AppError('overloaded');
      waiting += 1;
      const turn = last.then(() => runNow(input));
      last = turn
        .catch(() => {})
        .finally(() => {
          waiting -= 1;
        });
      return turn;
    },
    close,
  };
}
