import { expect, it } from 'vitest';
import { createPendingUploads } from './pending-uploads.ts';

it('waits until all uploads have succeeded or failed and their results are used', async () => {
  const pending = createPendingUploads();
  expect(pending.settled()).toBeUndefined();
  const events: string[] = [];
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  void pending.add(first.promise).then((url) => events.push(url));
  const settled = pending.settled()?.then(() => events.push('settled'));
  // A file that is added while a save waits.
  pending.add(second.promise).catch(() => events.push('failed'));
  first.resolve('/file/1');
  await expect.poll(() => events).toEqual(['/file/1']);
  second.reject(new Error('refused'));
  await settled;
  expect(events).toEqual(['/file/1', 'failed', 'settled']);
  expect(pending.settled()).toBeUndefined();
});
