import type { ItemGrant } from '../../access/grant.ts';
import { holdEditedPage } from '../../access/hold-item.ts';
import { holdTree } from '../../access/hold-trees.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { Work } from '../../http/context.ts';
import { asTree, namedByWay } from '../catalog/catalog-tree.policy.ts';
import { readChain } from '../page/history-chain.ts';
import { forgetPages, tellTree } from '../page/tell-page.ts';
import { writeVersion } from '../page/write-version.ts';
import { defineTaskStep } from '../task/task-step.ts';
import type { TaskRun } from '../task/task-step.ts';

type Entry = Awaited<ReturnType<Repositories['imports']['listEntries']>>[number];
type Done = Entry & { readonly page_id: number; readonly written_version: number };
type Standing = Awaited<ReturnType<Repositories['imports']['listStanding']>>[number];

function isDone(entry: Entry): entry is Done {
  return entry.page_id !== null && entry.written_version !== null;
}

/** A page that the import added was written as version 1; a changed page has a former version. */
const wasAdded = (entry: Done) => entry.written_version === 1;

/** False when the former version is no longer stored. */
async function restore(work: Work, run: TaskRun, grant: ItemGrant, entry: Done): Promise<boolean> {
  const { repos } = work;
  const { viewer, deps } = run;
  const { page } = await holdEditedPage(repos, grant, viewer.uid, {
    pageId: entry.page_id,
    purpose: 'tree',
  });
  const now = { ...page, ...(await repos.pageSaves.read(page.page_id, viewer.uid)) };
  const chain = await readChain(repos, grant, page.page_id, entry.written_version - 1);
  const former = chain.find((row) => row.version === entry.written_version - 1);
  if (!former) return false;
  const { page_title, page_content } = former;
  const [derived] = await deps.importer.derive([
    { page_title, page_content, page_type: page.page_type },
  ]);
  if (!derived) return false;
  await writeVersion(repos, grant, now, {
    page_title,
    page_content,
    page_comments: '',
    method: derived.method,
    search: derived.search,
    author_uid: viewer.uid,
    author_username: viewer.username,
  });
  return true;
}

async function recycle(
  { repos }: Work,
  { viewer }: TaskRun,
  grant: ItemGrant,
  pages: readonly Standing[],
): Promise<void> {
  const catalogs = namedByWay(asTree(await repos.catalogs.list(grant)));
  const places = new Map(catalogs.map((row) => [row.cat_id, row.cat_name]));
  const leaving = pages.map(({ page_id, cat_id }) => ({
    page_id,
    old_place: places.get(cat_id) ?? '',
  }));
  await repos.imports.recycle(grant, leaving, viewer.username);
}

/** Deletes the catalogs that the import created and that are empty now, deepest first. */
async function dropCatalogs({ repos }: Work, grant: ItemGrant, made: readonly number[]) {
  for (let left = made; left.length > 0;) {
    const empty = await repos.imports.listEmpty(grant, left);
    if (empty.length === 0) return;
    await repos.catalogs.delete(grant, empty);
    const gone = new Set(empty);
    left = left.filter((catId) => !gone.has(catId));
  }
}

/** Restores the former bases, so that the next import compares with the same state as this one did. */
async function restoreBases({ repos }: Work, itemId: number, entries: readonly Done[]) {
  await repos.imports.deleteBases(
    itemId,
    entries.map((entry) => entry.source_key),
  );
  await repos.imports.saveBases(
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

async function undo(work: Work, run: TaskRun, grant: ItemGrant) {
  const { repos } = work;
  const { task } = run;
  const entries = (await repos.imports.listEntries(task.task_id)).filter(isDone);
  const standing = new Map(
    (await repos.imports.listStanding(grant)).map((page) => [page.page_id, page]),
  );
  /** The page has not changed since the import, and the user may still edit it. */
  const untouched = (entry: Done) => {
    const page = standing.get(entry.page_id);
    const isSame = page?.version === entry.written_version;
    return isSame && covers(grant.edit, page.top_cat_id);
  };
  const undone = new Set<Done>(entries.filter((entry) => untouched(entry) && wasAdded(entry)));
  await recycle(
    work,
    run,
    grant,
    [...undone].flatMap((entry) => standing.get(entry.page_id) ?? []),
  );
  const recycled = undone.size;
  for (const entry of entries.filter((one) => untouched(one) && !wasAdded(one))) {
    if (await restore(work, run, grant, entry)) undone.add(entry);
    run.progress(undone.size, entries.length);
  }
  const skipped = entries.filter((entry) => !undone.has(entry));
  await repos.imports.setSkipped(
    task.task_id,
    skipped.map((entry) => entry.at),
  );
  const made = task.result['catalogs'] as readonly number[] | undefined;
  await dropCatalogs(work, grant, made ?? []);
  await restoreBases(work, grant.itemId, [...undone]);
  await tellTree(work, run, grant.itemId);
  forgetPages(
    work,
    run,
    entries.map((entry) => entry.page_id),
  );
  return { recycled, restored: undone.size - recycled, skipped: skipped.length };
}

async function undoImport(run: TaskRun): Promise<void> {
  const grant = await run.admit('edit', run.task.item_id);
  if (run.task.item_id === 0) throw new AppError('notFound');
  await run.deps.importer.derive([]);
  await run.finish(async (work) => {
    await work.repos.imports.allowPauses();
    const held = await holdTree(work.repos, grant, run.viewer.uid);
    return { state: 'undone', result: await undo(work, run, held) };
  });
}

/** Undoes an import. Pages that were changed since stay unchanged and are reported as skipped. */
export const undoStep = defineTaskStep('import-undo', undoImport, 'done');
