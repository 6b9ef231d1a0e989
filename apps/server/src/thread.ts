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
  readonly memoryLimitMb: number;
  readonly timeoutMs: number;
  /** Further inputs are rejected with `overloaded`. */
  readonly maxQueued: number;
}

/** V8 would take up to 128 MB for each thread on a machine with much memory. */
const YOUNG_GENERATION_MB = 24;

async function start({ program, workerData, memoryLimitMb }: ThreadOptions): Promise<Worker> {
  const worker = new Worker(program, {
    workerData,
    resourceLimits: {
      maxOldGenerationSizeMb: memoryLimitMb,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
    },
  });
  worker.unref();
  // Loading can be slow on a busy machine, so it does not count towards the timeout of the first input.
  await once(worker, 'message');
  return worker;
}

async function callWorker<Out>(worker: Worker, input: unknown, timeoutMs: number) {
  const answer = once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) });
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
    const closing = running;
    running = undefined;
    await closing?.then((worker) => worker.terminate()).catch(() => {});
  }
  async function runNow(input: In): Promise<Out | undefined> {
    running ??= start(options);
    const worker = await running.catch(async (error: unknown) => {
      await close();
      throw error;
    });
    const output = await callWorker<Out>(worker, input, options.timeoutMs);
    if (output === undefined) await close();
    return output;
  }
  let queued = 0;
  let tail: Promise<unknown> = Promise.resolve();
  return {
    async run(input) {
      if (queued >= options.maxQueued) throw new AppError('overloaded');
      queued += 1;
      const result = tail.then(() => runNow(input));
      tail = result
        .catch(() => {})
        .finally(() => {
          queued -= 1;
        });
      return result;
    },
    close,
  };
}
