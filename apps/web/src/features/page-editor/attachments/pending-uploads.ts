import type { PageUploads } from '../use-page-autosave.ts';
import { findPlaceholders, removePlaceholders } from './placeholders.ts';

/** The uploads of one editor whose links are not in the text yet. A save waits for them. */
export interface PendingUploads extends PageUploads {
  readonly add: <Result>(upload: Promise<Result>) => Promise<Result>;
}

export function createPendingUploads(): PendingUploads {
  const running = new Set<Promise<void>>();
  async function settle(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }
  return {
    add(upload) {
      const done = new Promise<void>((resolve) => {
        // The editor replaces its placeholder as soon as the upload has settled, before this timer.
        const finish = () => setTimeout(resolve);
        upload.then(finish, finish);
      });
      running.add(done);
      void done.then(() => running.delete(done));
      return upload;
    },
    settled: () => (running.size > 0 ? settle() : undefined),
    withoutFailed: (fields) => ({ ...fields, content: removePlaceholders(fields.content) }),
    countFailed: ({ content }) => findPlaceholders(content).length,
  };
}
