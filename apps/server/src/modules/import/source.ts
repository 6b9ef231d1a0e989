import { RUN_API_ITEM } from '@octavo/contract/item-type';
import { MAX_API_FILE_BYTES } from '@octavo/contract/file-size';
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { runApiToMarkdown } from '@octavo/markdown/run-api';
import { AppError } from '../../app-error.ts';
import { fetchTaskFile } from '../task/task-file.ts';
import type { TaskRun } from '../task/task-step.ts';
import { openArchive } from '../../lib/zip-reader.ts';
import { readArchive } from './archive/read-archive.ts';
import type { ImportedItem } from './imported-item.ts';
import { omitLargeFiles } from './omit-large-files.policy.ts';
import { settingRepository } from '../setting/setting.repository.ts';

/** The parsed file of an import task. */
export interface ImportSource {
  readonly imported: ImportedItem;
  /** The bytes of a file that pages link to. */
  openFile(name: string): Promise<Readable>;
  close(): Promise<void>;
}

/** The signatures of a zip file and of an empty one. */
const ZIP_SIGNATURES: ReadonlySet<string> = new Set(['504b0304', '504b0506']);

/** Detects a zip by content, not by the file name. */
export async function isArchive(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return ZIP_SIGNATURES.has(buffer.toString('hex'));
  } finally {
    await handle.close();
  }
}

async function readSource(
  { deps, language }: TaskRun,
  { path, size, name }: { readonly path: string; readonly size: number; readonly name: string },
) {
  if (await isArchive(path)) {
    const archive = await openArchive(path);
    try {
      return { imported: await readArchive(archive, name), archive };
    } catch (error) {
      archive.close();
      throw error;
    }
  }
  // API descriptions are read into memory; archives have limits of their own.
  if (size > MAX_API_FILE_BYTES) throw new AppError('tooLarge');
  return { imported: await deps.importer.read(await readFile(path), language) };
}

/** Run-API pages are converted to Markdown for an existing item, since Run-API items are read-only. */
function convertRunApiPages({ task, language }: TaskRun, imported: ImportedItem): ImportedItem {
  if (imported.item_type !== RUN_API_ITEM || task.item_id === 0) return imported;
  const pages = imported.pages.map((page) => ({
    ...page,
    page_content:
      runApiToMarkdown(page.page_content, language, imported.global_param) ?? page.page_content,
  }));
  return { ...imported, pages };
}

/** Fetches the file of a task from the store and parses it. */
export async function openImportSource(run: TaskRun): Promise<ImportSource> {
  const { store, object_key, file_name } = run.task;
  if (store === null || object_key === null || file_name === null)
    throw new AppError('unavailable');
  const file = await fetchTaskFile(run.deps, { store, object_key, file_name });
  try {
    const { imported, archive } = await readSource(run, file);
    const { pictures } = imported;
    const sizeOf = (name: string) =>
      pictures?.get(name)?.length ?? archive?.files.get(name)?.size ?? 0;
    const { attachment_size_m } = await settingRepository(run.deps.db).load();
    return {
      imported: omitLargeFiles(convertRunApiPages(run, imported), sizeOf, attachment_size_m),
      async openFile(name) {
        const inlineFile = pictures?.get(name);
        if (inlineFile) return Readable.from([inlineFile]);
        if (!archive) throw new AppError('importUnreadable');
        return archive.open(name);
      },
      async close() {
        archive?.close();
        await file.discard();
      },
    };
  } catch (error) {
    await file.discard();
    throw error;
  }
}
