import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file as it came, on this machine's disk until the request ends; its name is a claim of the sender. */
export interface SentFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly md5: string;
  discard(): Promise<void>;
}

/** Where files wait that are not anybody's yet: within the folder of files, so that keeping one copies nothing. */
export function spoolFolder(storageDir: string): string {
  return join(storageDir, 'incoming');
}

/** Writes a stream down piece by piece and looks at each piece once; what breaks off leaves nothing. */
export async function spool(stream: Readable, name: string, folder: string): Promise<SentFile> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const discard = () => rm(path, { force: true });
  const hashes = { sha256: createHash('sha256'), md5: createHash('md5') };
  let size = 0;
  try {
    await pipeline(
      stream,
      async function* measured(pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          size += piece.length;
          hashes.sha256.update(piece);
          hashes.md5.update(piece);
          yield piece;
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    await discard();
    throw error;
  }
  const sha256 = hashes.sha256.digest('hex');
  return { name, path, size, sha256, md5: hashes.md5.digest('base64'), discard };
}
