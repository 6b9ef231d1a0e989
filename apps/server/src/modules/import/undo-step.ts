import type { ItemGrant } from '../../access/grant.ts';
import { lockEditablePage } from '../../access/lock-item.ts';
import { lockTree } from '../../access/lock-trees.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { buildTree, withPathNames } from '../catalog/catalog-tree.policy.ts';
import { readChain } from '../history/history-chain.ts';
import { invalidatePages, bumpTreeVersion } from '../../realtime/invalidate.ts';
import { writeVersion } from '../page/write-version.ts';
import { defineTaskStep } from '../task/task-step.ts';
import type { TaskRun } from '../task/task-step.ts';
import { pageSaveRepository } from '../page/page-save.repository.ts';
import { catalogRepository } from '../catalog/catalog.repository.ts';
import { importRepository } from './import.repository.ts';

type Entry = Awaited<ReturnType<ReturnType<typeof importRepository>['listEntries']>>[number];
type WrittenEntry = Entry & { readonly page_id: number; readonly written_version: number };
type ExistingPage = Awaited<
  ReturnType<ReturnType<typeof importRepository>['listExistingPages']>
>[number];

function wasWritten(entry: Entry): entry is WrittenEntry {
  return entry.page_id !== null && entry.written_version !== null;
}

/** A page that the import added was written as version 1; a changed page has a former version. */
const wasAdded = (entry: WrittenEntry) => entry.written_version === 1;

/** False when the former version is no longer stored. */
async function restore(
  work: UnitOfWork,
  run: TaskRun,
  grant: ItemGrant,
  entry: WrittenEntry,
): Promise<boolean> {
  const { db } = work;
  const { viewer, deps } = run;
  const { page } = await lockEditablePage(db, grant, viewer.uid, {
    pageId: entry.page_id,
    lockMode: 'tree',
  });
  const now = { ...page, ...(await pageSaveRepository(db).readForSave(page.page_id, viewer.uid)) };
  const chain = await readChain(db, grant, page.page_id, entry.written_version - 1);
  const previous = chain.find((row) => row.version === entry.written_version - 1);
  if (!previous) return false;
  const { page_title, page_content } = previous;
  const [derived] = await deps.importer.derive([
    { page_title, page_content, page_type: page.page_type },
  ]);
  if (!derived) return false;
  await writeVersion(db, grant, now, {
    page_title,
    page_content,
    page_comments: '',
    method: derived.method,
    links: derived.links,
    search: derived.search,
    author_uid: viewer.uid,
    author_username: viewer.username,
  });
  return true;
}

async function recycle(
  { db }: UnitOfWork,
  { viewer }: TaskRun,
  grant: ItemGrant,
  pages: readonly ExistingPage[],
): Promise<void> {
  const catalogs = withPathNames(buildTree(await catalogRepository(db).list(grant)));
  const catalogNames = new Map(catalogs.map((row) => [row.cat_id, row.cat_name]));
  const recycledPages = pages.map(({ page_id, cat_id }) => ({
    page_id,
    old_place: catalogNames.get(cat_id) ?? '',
  }));
  await importRepository(db).recycle(grant, recycledPages, viewer.username);
}

/** Deletes the catalogs that the import created and that are empty now, deepest first. */
async function deleteEmptyCatalogs(
  { db }: UnitOfWork,
  grant: ItemGrant,
  createdCatalogs: readonly number[],
) {
  for (let remaining = createdCatalogs; remaining.length > 0;) {
    const empty = await importRepository(db).listEmptyCatalogs(grant, remaining);
    if (empty.length === 0) return;
    await catalogRepository(db).delete(grant, empty);
    const deleted = new Set(empty);
    remaining = remaining.filter((catId) => !deleted.has(catId));
  }
}

/** Restores the former bases, so that the next import compares with the same state as this one did. */
async function restoreBases({ db }: UnitOfWork, itemId: number, entries: readonly WrittenEntry[]) {
  await importRepository(db).deleteBases(
    itemId,
    entries.map((entry) => entry.source_key),
  );
  await importRepository(db).saveBases(
    itemId,
    entries.flatMap(({ source_key, page_id, former_source_hash, former_written_hash }) =>
      former_source_hash && former_written_hash
        ? {
            source_key,
            page_id,
            source_hash: former_source_hash,
            written_hash: former_written_hash,
          }
        : [],
    ),
  );
}

async function undo(work: UnitOfWork, run: TaskRun, grant: ItemGrant) {
  const { db } = work;
  const { task } = run;
  const entries = (await importRepository(db).listEntries(task.task_id)).filter(wasWritten);
  const existingPages = new Map(
    (await importRepository(db).listExistingPages(grant)).map((page) => [page.page_id, page]),
  );
  /** The page has not changed since the import, and the user may still edit it. */
  const isUnchanged = (entry: WrittenEntry) => {
    const page = existingPages.get(entry.page_id);
    const isSame = page?.version === entry.written_version;
    return isSame && covers(grant.edit, page.top_cat_id);
  };
  const undone = new Set<WrittenEntry>(
    entries.filter((entry) => isUnchanged(entry) && wasAdded(entry)),
  );
  await recycle(
    work,
    run,
    grant,
    [...undone].flatMap((entry) => existingPages.get(entry.page_id) ?? []),
  );
  const recycled = undone.size;
  for (const entry of entries.filter((one) => isUnchanged(one) && !wasAdded(one))) {
    if (await restore(work, run, grant, entry)) undone.add(entry);
    run.progress(undone.size, entries.length);
  }
  const skipped = entries.filter((entry) => !undone.has(entry));
  await importRepository(db).setSkipped(
    task.task_id,
    skipped.map((entry) => entry.at),
  );
  const createdCatalogs = task.result['catalogs'] as readonly number[] | undefined;
  await deleteEmptyCatalogs(work, grant, createdCatalogs ?? []);
  await restoreBases(work, grant.itemId, [...undone]);
  await bumpTreeVersion(work, run, grant.itemId);
  invalidatePages(
    work,
    run,
    entries.map((entry) => entry.page_id),
  );
  return { recycled, restored: undone.size - recycled, skipped: skipped.length };
}

async function undoImport(run: TaskRun): Promise<void> {
  const grant = await run.authorize('edit', run.task.item_id);
  if (run.task.item_id === 0) throw new AppError('notFound');
  await run.deps.importer.derive([]);
  await run.finish(async (work) => {
    await importRepository(work.db).extendIdleTimeout();
    const lockedGrant = await lockTree(work.db, grant, run.viewer.uid);
    return { state: 'undone', result: await undo(work, run, lockedGrant) };
  });
}

/** Undoes an import. Pages that were changed since stay unchanged and are reported as skipped. */
export const undoStep = defineTaskStep('import-undo', undoImport, 'done');
