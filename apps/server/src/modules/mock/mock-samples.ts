import { AppError } from '../../app-error.ts';
import { createThread } from '../../thread.ts';

export interface MockSamples {
  /** Returns a new sample as JSON; throws `tooLarge` if the template exceeds the limits. */
  make(template: string): Promise<string>;
  close(): Promise<void>;
}

const MAX_QUEUED = 200;
const TIMEOUT_MS = 2000;

/** Samples are created one after the other in a worker thread, so that an expensive one only delays other samples. */
export function createMockSamples(): MockSamples {
  const thread = createThread<string, { json: string } | { refused: true }>({
    program: new URL('mock-worker.ts', import.meta.url),
    memoryLimitMb: 128,
    timeoutMs: TIMEOUT_MS,
    maxQueued: MAX_QUEUED,
  });
  return {
    async make(template) {
      const sample = await thread.run(template);
      if (!sample || 'refused' in sample) throw new AppError('tooLarge');
      return sample.json;
    },
    close: () => thread.close(),
  };
}
