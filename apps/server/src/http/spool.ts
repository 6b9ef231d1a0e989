import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StorageError, throwStorageError } from '../storage-error.ts';

/** An uploaded file, on the local disk until the request ends. Its name comes from the client and is not trusted. */
export interface UploadedFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly md5: string;
  discard(): Promise<void>;
}

/** The spool directory is inside the storage directory, so that storing a file needs a link and not a copy. */
export function spoolFolder(storageDir: string): string {
  return join(storageDir, 'incoming');
}

/** Error codes of the disk. All other errors come from the stream of the client. */
const DISK_ERRORS: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOENT',
  'ENOTDIR',
]);

/** Writes a stream to disk and computes its hashes in one pass. Deletes the file if the stream fails. */
export async function spool(stream: Readable, name: string, folder: string): Promise<UploadedFile> {
  await mkdir(folder, { recursive: true }).catch(throwStorageError);
  const path = join(folder, randomUUID());
  const discard = () => rm(path, { force: true });
  const hashes = { sha256: createHash('sha256'), md5: createHash('md5') };
  let size = 0;
  try {
    await pipeline(
      stream,
      async function* hashChunks(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          hashes.sha256.update(chunk);
          hashes.md5.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    await discard();
    throw DISK_ERRORS.has((error as NodeJS.ErrnoException).code) ? new StorageError(error) : error;
  }
  const sha256 = hashes.sha256.digest('hex');
  return { name, path, size, sha256, md5: hashes.md5.digest('base64'), discard };
}
