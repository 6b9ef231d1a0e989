import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from './app-error.ts';

export interface Thread<In, Out> {
  /** Runs one input at a time. Resolves to undefined if it times out or crashes the thread. */
  run(input: In): Promise<Out | undefined>;
  close(): Promise<void>;
}

interface ThreadOptions {
  /** The script posts one message when it is loaded, and then one reply per message. */
  readonly program: URL;
  readonly workerData?: unknown;
  readonly megabytes: number;
  readonly milliseconds: number;
  /** Further inputs are rejected with `overloaded`. */
  readonly mostWaiting: number;
}

async function start({ program, workerData, megabytes }: ThreadOptions): Promise<Worker> {
  const worker = new Worker(program, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  worker.unref();
  // Loading can be slow on a busy machine, so it does not count towards the timeout of the first input.
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

/** A worker thread that starts on first use and restarts after a failure. */
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
