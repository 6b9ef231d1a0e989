import { randomBytes } from 'node:crypto';
import type { Work } from '../../http/context.ts';
import { fileAddress } from '../attachment/file-name.policy.ts';
import { enqueueCopies } from '../attachment/picture-copies.jobs.ts';
import { assertQuota, inspect } from '../attachment/upload.service.ts';
import type { TaskRun } from '../task/task-step.ts';
import type { Draft } from './drafts.ts';
import { filesOf } from './page-content.ts';
import type { Source } from './source.ts';

type NewFile = Awaited<ReturnType<typeof inspect>> & {
  readonly file_key: string;
  readonly uid: number;
  readonly store: string;
};

/** A file of an imported page: an existing file of the item, or a new one whose bytes are in the store. */
interface KeptFile {
  readonly address: string;
  readonly file: NewFile | undefined;
  readonly file_id: number;
}

export type KeptFiles = ReadonlyMap<string, KeptFile>;

const SIDE_BY_SIDE = 4;
/** Files per statement. */
const CHUNK = 500;

async function keepFile(run: TaskRun, source: Source, name: string): Promise<KeptFile> {
  const { deps, task, viewer } = run;
  const bytes = await source.openFile(name);
  const sent = await deps.stores.spool(bytes, name);
  try {
    const found = await inspect(sent);
    const [same] = task.item_id
      ? await deps.repos.attachments.listSame(task.item_id, viewer.uid, [found.object_key])
      : [];
    if (same) {
      const address = fileAddress(same.file_key, same.display_name);
      return { address, file: undefined, file_id: same.file_id };
    }
    const storage = await deps.stores.current();
    await storage.put(found.object_key, sent);
    const file_key = randomBytes(16).toString('hex');
    const file = { ...found, file_key, uid: viewer.uid, store: storage.name };
    return { address: fileAddress(file_key, found.display_name), file, file_id: 0 };
  } finally {
    await sent.discard();
  }
}

/** Writes the files of these pages to the store. Objects without database rows are cleaned up automatically. */
export async function keepFiles(
  run: TaskRun,
  source: Source,
  drafts: readonly Draft[],
): Promise<KeptFiles> {
  const names = filesOf(drafts.map(({ source: { page } }) => page));
  const kept = new Map<string, KeptFile>();
  const waiting = names.values();
  const work = async () => {
    for (const name of waiting) {
      kept.set(name, await keepFile(run, source, name));
      run.progress(kept.size, names.length + drafts.length);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return kept;
}

/**
 * The same object may have been deleted since it was stored; throws a serialization failure, on which the task is
 * retried.
 */
async function assertThere({ deps }: TaskRun, files: readonly NewFile[]): Promise<void> {
  const waiting = files.values();
  const look = async () => {
    for (const { store, object_key } of waiting)
      if (!(await (await deps.stores.of(store)).find(object_key)))
        throw Object.assign(new Error(`${object_key} has gone`), { code: '40001' });
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, look));
}

/** Inserts the rows of the files and attaches them to the pages. */
export async function insertFiles(
  work: Work,
  run: TaskRun,
  itemId: number,
  drafts: readonly Draft[],
  kept: KeptFiles,
): Promise<void> {
  const { attachments, pageFiles } = work.repos;
  const fresh = [...kept.values()].flatMap(({ file }) => file ?? []);
  await assertQuota(
    run,
    work,
    fresh.reduce((bytes, file) => bytes + file.file_size, 0),
  );
  const ids = new Map<string, number>();
  for (let at = 0; at < fresh.length; at += CHUNK) {
    const some = fresh.slice(at, at + CHUNK);
    await attachments.lockObjects(some);
    await assertThere(run, some);
    const fileIds = await attachments.insertAll(itemId, some);
    some.forEach(({ file_key }, n) => ids.set(file_key, fileIds[n] ?? 0));
  }
  const pairs = drafts.flatMap(({ page_id, source }) =>
    [...new Set(source.page.links?.values() ?? [])].flatMap((target) => {
      const found = 'file' in target ? kept.get(target.file) : undefined;
      if (!found) return [];
      return { page_id, file_id: found.file ? (ids.get(found.file.file_key) ?? 0) : found.file_id };
    }),
  );
  const once = new Map(pairs.map((pair) => [`${pair.page_id} ${pair.file_id}`, pair]));
  if (once.size > 0) await pageFiles.bindAll([...once.values()]);
  work.afterCommit(() => {
    // Not awaited: an image without smaller copies is shown in its original size.
    void enqueueAll(run, fresh, ids);
  });
}

async function enqueueAll(
  { deps }: TaskRun,
  files: readonly NewFile[],
  ids: ReadonlyMap<string, number>,
) {
  try {
    for (const file of files)
      await enqueueCopies(deps.queue, { ...file, file_id: ids.get(file.file_key) ?? 0 });
  } catch (error) {
    deps.log.warn({ err: error }, 'imported pictures have no smaller copies');
  }
}
