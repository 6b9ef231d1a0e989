import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileResponseStream } from './file-response-stream.ts';
import { isObjectKey, shardedPath } from './storage.ts';
import type { ObjectInfo, LocalFile, Storage } from './storage.ts';

async function ignoreMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
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

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o640);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a hard link instead of a copy, because the file is on the same disk. */
async function linkDurably(path: string, file: LocalFile): Promise<void> {
  await sync(file.path);
  await link(file.path, path);
}

export function localStorage(folder: string): Storage {
  const toPath = (key: string) => join(folder, shardedPath(key));

  async function find(key: string): Promise<ObjectInfo | undefined> {
    const found = await ignoreMissing(stat(toPath(key)));
    return found && { key, size: found.size, modified: found.mtime };
  }

  return {
    name: 'local',
    find,

    async put(key, content) {
      const path = toPath(key);
      // Concurrent uploads of the same content need separate temporary files.
      const tempPath = `${path}.${randomUUID()}.part`;
      await mkdir(dirname(path), { recursive: true });
      try {
        if (content instanceof Uint8Array) await writeDurably(tempPath, content);
        else await linkDurably(tempPath, content);
        await rename(tempPath, path);
      } finally {
        // A rename onto a hard link of the same file does nothing and leaves both names.
        await rm(tempPath, { force: true });
      }
      await sync(dirname(path));
    },

    async open(key, range) {
      const handle = await ignoreMissing(open(toPath(key)));
      return handle && createReadStream('', { fd: handle, ...range });
    },

    async openForResponse(key, range) {
      const file = await ignoreMissing(open(toPath(key)));
      return file && new FileResponseStream(file, range);
    },

    async remove(key) {
      await rm(toPath(key), { force: true });
    },

    async *list() {
      const shards = (await ignoreMissing(readdir(folder))) ?? [];
      for (const shard of shards.filter((name) => /^[0-9a-f]{2}$/.test(name)).toSorted())
        for (const name of (await readdir(join(folder, shard))).toSorted()) {
          const found = isObjectKey(name) ? await find(name) : undefined;
          if (found) yield found;
        }
    },
  };
}
