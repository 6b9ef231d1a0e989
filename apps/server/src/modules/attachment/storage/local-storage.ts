import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SentFile } from './sent-file.ts';
import { isKey, partedKey } from './storage.ts';
import type { FoundObject, LocalFile, Storage } from './storage.ts';

async function unlessMissing<T>(act: Promise<T>): Promise<T | undefined> {
  try {
    return await act;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path);
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

/** Creates a hard link instead of a copy, because the file is on the same disk. */
async function linkWhole(path: string, file: LocalFile): Promise<void> {
  await sync(file.path);
  await link(file.path, path);
}

export function localStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, partedKey(key));

  async function find(key: string): Promise<FoundObject | undefined> {
    const found = await unlessMissing(stat(pathOf(key)));
    return found && { key, size: found.size, modified: found.mtime };
  }

  return {
    name: 'local',
    find,

    async put(key, content) {
      const path = pathOf(key);
      // Concurrent uploads of the same content need separate temporary files.
      const unfinished = `${path}.${randomUUID()}.part`;
      await mkdir(dirname(path), { recursive: true });
      try {
        if (content instanceof Uint8Array) await writeWhole(unfinished, content);
        else await linkWhole(unfinished, content);
        await rename(unfinished, path);
      } finally {
        // A rename onto a hard link of the same file does nothing and leaves both names.
        await rm(unfinished, { force: true });
      }
      await sync(dirname(path));
    },

    async open(key, range) {
      const handle = await unlessMissing(open(pathOf(key)));
      return handle && createReadStream('', { fd: handle, ...range });
    },

    async openForResponse(key, range) {
      const file = await unlessMissing(open(pathOf(key)));
      return file && new SentFile(file, range);
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async *list() {
      const parts = (await unlessMissing(readdir(folder))) ?? [];
      for (const part of parts.filter((name) => /^[0-9a-f]{2}$/.test(name)).toSorted())
        for (const name of (await readdir(join(folder, part))).toSorted()) {
          const found = isKey(name) ? await find(name) : undefined;
          if (found) yield found;
        }
    },
  };
}
