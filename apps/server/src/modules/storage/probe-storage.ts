import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { errorMessage } from '../../error-reporting.ts';
import type { Storage } from './storage.ts';

/** Writes a test object, reads it back, compares it and removes it. */
export async function probeStorage(storage: Storage) {
  const bytes = randomBytes(64);
  const key = createHash('sha256').update(bytes).digest('hex');
  const startedAt = performance.now();
  const toResult = (fault: string) => ({
    milliseconds: Math.round(performance.now() - startedAt),
    fault: fault.slice(0, 300),
  });
  try {
    await storage.put(key, bytes);
    const stream = await storage.open(key);
    const isSame = stream !== undefined && (await buffer(stream)).equals(bytes);
    await storage.remove(key);
    return toResult(isSame ? '' : 'other bytes came back');
  } catch (error) {
    return toResult(errorMessage(error));
  }
}
