import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { reasonOf } from '../../../fail.ts';
import type { Storage } from './storage.ts';

/** Writes a test object, reads it back, compares it and removes it. */
export async function tryStorage(storage: Storage) {
  const bytes = randomBytes(64);
  const key = createHash('sha256').update(bytes).digest('hex');
  const begun = performance.now();
  const ended = (fault: string) => ({
    milliseconds: Math.round(performance.now() - begun),
    fault: fault.slice(0, 300),
  });
  try {
    await storage.put(key, bytes);
    const found = await storage.open(key);
    const isSame = found !== undefined && (await buffer(found)).equals(bytes);
    await storage.remove(key);
    return ended(isSame ? '' : 'other bytes came back');
  } catch (error) {
    return ended(reasonOf(error));
  }
}
