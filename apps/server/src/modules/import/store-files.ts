import { randomBytes } from 'node:crypto';
import type { UnitOfWork } from '../../http/context.ts';
import { fileUrl } from '../storage/file-name.policy.ts';
import { enqueueVariants } from '../picture/picture-variants.jobs.ts';
import { assertQuota, inspectFile } from '../attachment/upload.service.ts';
import type { TaskRun } from '../task/task-step.ts';
import type { Draft } from './drafts.ts';
import { listLinkedFiles } from './page-content.ts';
import type { ImportSource } from './source.ts';
import { attachmentRepository } from '../storage/attachment.repository.ts';
import { pageFileRepository } from '../page/page-file.repository.ts';

type NewFile = Awaited<ReturnType<typeof inspectFile>> & {
  readonly file_key: string;
  readonly uid: number;
  readonly store: string;
};

/** A file of an imported page: an existing file of the item, or a new one whose bytes are in the store. */
interface StoredFile {
  readonly address: string;
  readonly file: NewFile | undefined;
  readonly file_id: number;
}

export type StoredFiles = ReadonlyMap<string, StoredFile>;

const CONCURRENCY = 4;
/** Files per statement. */
const BATCH_SIZE = 500;

async function storeFile(run: TaskRun, source: ImportSource, name: string): Promise<StoredFile> {
  const { deps, task, viewer } = run;
  const bytes = await source.openFile(name);
  const spooled = await deps.stores.spool(bytes, name);
  try {
    const fileInfo = await inspectFile(spooled);
    const [existing] = task.item_id
      ? await attachmentRepository(deps.db).listByContent(task.item_id, viewer.uid, [
          fileInfo.object_key,
        ])
      : [];
    if (existing) {
      const address = fileUrl(existing.file_key, existing.display_name);
      return { address, file: undefined, file_id: existing.file_id };
    }
    const storage = await deps.stores.current();
    await storage.put(fileInfo.object_key, spooled);
    const file_key = randomBytes(16).toString('hex');
    const file = { ...fileInfo, file_key, uid: viewer.uid, store: storage.name };
    return { address: fileUrl(file_key, fileInfo.display_name), file, file_id: 0 };
  } finally {
    await spooled.discard();
  }
}

/** Writes the files of these pages to the store. Objects without database rows are cleaned up automatically. */
export async function storeFiles(
  run: TaskRun,
  source: ImportSource,
  drafts: readonly Draft[],
): Promise<StoredFiles> {
  const names = listLinkedFiles(drafts.map(({ source: { page } }) => page));
  const storedFiles = new Map<string, StoredFile>();
  const remaining = names.values();
  const work = async () => {
    for (const name of remaining) {
      storedFiles.set(name, await storeFile(run, source, name));
      run.progress(storedFiles.size, names.length + drafts.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return storedFiles;
}

/**
 * The same object may have been deleted since it was stored; throws a serialization failure, on which the task is
 * retried.
 */
async function assertStored({ deps }: TaskRun, files: readonly NewFile[]): Promise<void> {
  const remaining = files.values();
  const checkNext = async () => {
    for (const { store, object_key } of remaining)
      if (!(await (await deps.stores.get(store)).find(object_key)))
        throw Object.assign(new Error(`${object_key} was removed`), { code: '40001' });
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, checkNext));
}

/** Inserts the rows of the files and attaches them to the pages. */
export async function insertFiles(
  work: UnitOfWork,
  run: TaskRun,
  itemId: number,
  drafts: readonly Draft[],
  storedFiles: StoredFiles,
): Promise<void> {
  const attachments = attachmentRepository(work.db);
  const pageFiles = pageFileRepository(work.db);
  const newFiles = [...storedFiles.values()].flatMap(({ file }) => file ?? []);
  await assertQuota(
    run,
    work,
    newFiles.reduce((bytes, file) => bytes + file.file_size, 0),
  );
  const ids = new Map<string, number>();
  for (let at = 0; at < newFiles.length; at += BATCH_SIZE) {
    const batch = newFiles.slice(at, at + BATCH_SIZE);
    await attachments.lockObjects(batch);
    await assertStored(run, batch);
    const fileIds = await attachments.insertAll(itemId, batch);
    batch.forEach(({ file_key }, n) => ids.set(file_key, fileIds[n] ?? 0));
  }
  const pairs = drafts.flatMap(({ page_id, source }) =>
    [...new Set(source.page.links?.values() ?? [])].flatMap((target) => {
      const fileInfo = 'file' in target ? storedFiles.get(target.file) : undefined;
      if (!fileInfo) return [];
      return {
        page_id,
        file_id: fileInfo.file ? (ids.get(fileInfo.file.file_key) ?? 0) : fileInfo.file_id,
      };
    }),
  );
  const uniquePairs = new Map(pairs.map((pair) => [`${pair.page_id} ${pair.file_id}`, pair]));
  if (uniquePairs.size > 0) await pageFiles.bindAll([...uniquePairs.values()]);
  work.afterCommit(() => {
    // Not awaited: an image without smaller copies is shown in its original size.
    void enqueueAllCopies(run, newFiles, ids);
  });
}

async function enqueueAllCopies(
  { deps }: TaskRun,
  files: readonly NewFile[],
  ids: ReadonlyMap<string, number>,
) {
  try {
    for (const file of files)
      await enqueueVariants(deps.queue, { ...file, file_id: ids.get(file.file_key) ?? 0 });
  } catch (error) {
    deps.log.warn({ err: error }, 'creating thumbnails of imported pictures failed');
  }
}
