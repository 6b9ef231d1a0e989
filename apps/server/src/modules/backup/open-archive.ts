import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { errorMessage } from '../../error-reporting.ts';
import { DamagedArchiveError } from '../../lib/tar.ts';

/**
 * Operators may have compressed the backup. It must be decompressed before use, because parts are read by their
 * offset in the file.
 */
const COMPRESSIONS: readonly [magic: string, program: string][] = [
  ['1f8b', 'gzip'],
  ['28b52ffd', 'zstd'],
  ['fd377a585a00', 'xz'],
];

const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  ENOENT: 'file not found',
  EACCES: 'permission denied',
};

async function assertMagic(file: FileHandle, path: string, signature: Buffer): Promise<void> {
  const { buffer, bytesRead } = await file.read(
    Buffer.alloc(signature.length),
    0,
    signature.length,
    0,
  );
  if (buffer.equals(signature)) return;
  const compression = COMPRESSIONS.find(([magic]) => buffer.toString('hex').startsWith(magic))?.[1];
  let detail = '';
  if (bytesRead === 0) detail = ': it is empty';
  else if (compression)
    detail = `: it is compressed with ${compression}. If it contains a backup, decompress it first`;
  throw new DamagedArchiveError(`${path} is not an Octavo backup${detail}`);
}

/** Opens a file that starts like a backup, which may still be damaged; for other files it throws with the reason. */
export async function openArchive(path: string, signature: Buffer): Promise<FileHandle> {
  // Opening a named pipe must not block until it has a writer.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path}: ${ERROR_MESSAGES[error.code ?? ''] ?? errorMessage(error)}`, {
      cause: error,
    });
  });
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) throw new Error(`${path} is a folder: specify a backup file in it`);
    if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
    await assertMagic(file, path, signature);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
