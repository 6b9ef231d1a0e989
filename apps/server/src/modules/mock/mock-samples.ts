import { AppError } from '../../app-error.ts';
import { createThread } from '../../thread.ts';

export interface MockSamples {
  /** A fresh sample as JSON text; a template that would make too much is refused. */
  make(template: string): Promise<string>;
  close(): Promise<void>;
}

const MOST_WAITING = 200;
const MOST_MS = 2000;

/** Samples are made in a thread of their own, one after the other: a costly one delays only others. */
export function createMockSamples(): MockSamples {
  const thread = createThread<string, { json: string } | { refused: true }>({
    program: new URL('mock-worker.ts', import.meta.url),
    megabytes: 128,
    milliseconds: MOST_MS,
  });
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async make(template) {
      if (waiting >= MOST_WAITING) throw new AppError('unavailable');
      waiting += 1;
      const turn = last.then(() => thread.run(template));
      last = turn
        .catch(() => {})
        .finally(() => {
          waiting -= 1;
        });
      const sample = await turn;
      if (!sample || 'refused' in sample) throw new AppError('tooLarge');
      return sample.json;
    },
    close: () => thread.close(),
  };
}
