import type { FileResult } from '@octavo/contract/define-call';
import { MAX_ARCHIVE_BYTES } from '@octavo/contract/file-size';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { createArchive } from '../../lib/zip-writer.ts';
import type { Archive } from '../../lib/zip-writer.ts';
import { safeName, splitExtension, uniqueNames } from '../../lib/file-names.ts';
import type { StoredObject } from '../storage/storage.ts';
import { contentDisposition } from '../storage/file-name.policy.ts';
import { verifyHashStream } from '../storage/verify-hash-stream.ts';
import { openStoredObject } from '../storage/stored-object.ts';

interface ArchivedFile extends StoredObject {
  readonly file_id: number;
  readonly uid: number | null;
  readonly display_name: string;
  readonly file_size: number;
}

async function writeFiles(archive: Archive, files: readonly ArchivedFile[], deps: Deps) {
  const { stores, fileVisits, log } = deps;
  const toUniqueName = uniqueNames();
  for (const file of files) {
    const bytes = await openStoredObject(file, stores, ({ open }) => open(file.object_key));
    if (!bytes) {
      log.warn({ file_id: file.file_id }, 'the object of a page file is missing in its store');
      continue;
    }
    fileVisits.count(file, file.file_size);
    const name = toUniqueName(...splitExtension(safeName(file.display_name, 'file')));
    await archive.stream(name, verifyHashStream(bytes, file, log));
  }
  archive.end();
}

/** Streams the files as one zip archive. Duplicate names get a number. */
export function createZipResponse(
  title: string,
  files: readonly ArchivedFile[],
  deps: Deps,
): FileResult {
  const bytes = files.reduce((sum, { file_size }) => sum + file_size, 0);
  if (bytes > MAX_ARCHIVE_BYTES) throw new AppError('tooLarge');
  const archive = createArchive({ compress: false });
  writeFiles(archive, files, deps).catch((error: unknown) => archive.fail(error));
  return {
    body: archive.output,
    headers: {
      'content-disposition': contentDisposition(false, `${safeName(title, 'files')}.zip`),
      'cache-control': 'private, no-store',
    },
  };
}
