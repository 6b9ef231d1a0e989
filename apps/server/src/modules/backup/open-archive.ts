import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { reasonOf } from '../../fail.ts';
import { DamagedArchive } from './tar.ts';

/**
 * Operators may have compressed the backup. It must be decompressed before use, because parts are read by their
 * offset in the file.
 */
const PACKED: readonly [magic: string, program: string][] = [
  ['1f8b', 'gzip'],
  ['28b52ffd', 'zstd'],
  ['fd377a585a00', 'xz'],
];

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
};

async function assertOurs(file: FileHandle, path: string, mark: Buffer): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(mark.length), 0, mark.length, 0);
  if (buffer.equals(mark)) return;
  const packed = PACKED.find(([magic]) => buffer.toString('hex').startsWith(magic))?.[1];
  let why = '';
  if (bytesRead === 0) why = ': it is empty';
  else if (packed) why = `: it is packed by ${packed}. If there is a backup in it, unpack it first`;
  throw new DamagedArchive(`${path} is no backup of Octavo${why}`);
}

/** Opens a file that starts like a backup, which may still be damaged; for other files it throws with the reason. */
export async function openArchive(path: string, mark: Buffer): Promise<FileHandle> {
  // Opening a named pipe must not block until it has a writer.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path}: ${WHY[error.code ?? ''] ?? reasonOf(error)}`, { cause: error });
  });
  try {
    const found = await file.stat();
    if (found.isDirectory()) throw new Error(`${path} is a folder: name a backup in it`);
    if (!found.isFile()) throw new Error(`${path} is no file`);
    await assertOurs(file, path, mark);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
