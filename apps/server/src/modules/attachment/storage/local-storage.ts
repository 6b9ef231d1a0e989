import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from './storage.ts';

/** A SHA-256; a file's own key in sites from before. */
const KEY = /^[0-9a-f]{32}(?:[0-9a-f]{32})?$/;

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o640);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A folder, in 256 parts so that none of them grows without end. No name in it is a person's choice. */
export function localStorage(folder: string): Storage {
  const place = (key: string) => {
    if (!KEY.test(key)) throw new Error('not a key of a file');
    const part = join(folder, key.slice(0, 2));
    return { part, path: join(part, key) };
  };
  return {
    name: 'local',

    async put(key, bytes) {
      const { part, path } = place(key);
      // Of two who bring the same bytes each has a draft of its own.
      const unfinished = `${path}.${randomUUID()}.part`;
      await mkdir(part, { recursive: true });
      try {
        await writeWhole(unfinished, bytes);
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await syncFolder(part);
    },

    async has(key) {
      try {
        return (await stat(place(key).path)).isFile();
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },

    async get(key) {
      try {
        return await readFile(place(key).path);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async remove(key) {
      await rm(place(key).path, { force: true });
    },
  };
}
