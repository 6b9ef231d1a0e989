import { hasSinglePage } from '@octavo/contract/item-type';
import { MAX_ITEM_NAME_LENGTH } from '@octavo/contract/limits';
import type { ItemGrant } from '../../access/grant.ts';
import { AppError } from '../../app-error.ts';
import { buildTree, withPathNames } from '../catalog/catalog-tree.policy.ts';
import { defineTaskStep } from '../task/task-step.ts';
import type { TaskRun } from '../task/task-step.ts';
import type { StepOutcome } from '../task/task.repository.ts';
import type { ImportedItem } from './imported-item.ts';
import { countActions, matchPages, planImport, hashPlan, sourcePages } from './plan.policy.ts';
import type { ImportBase, PlanEntry, SourcePage } from './plan.policy.ts';
import { renderPlannedTexts } from './planned-texts.ts';
import type { PlannedText } from './planned-texts.ts';
import { openImportSource } from './source.ts';
import type { Connection } from '../../db/connect.ts';
import { catalogRepository } from '../catalog/catalog.repository.ts';
import { importRepository } from './import.repository.ts';

/** The first notes are enough to show which kinds of content are missing. */
export const MAX_NOTES = 500;

export interface ImportPlan {
  readonly entries: readonly PlanEntry[];
  readonly bases: readonly ImportBase[];
}

/** The item that a task imports into; undefined for a new one. Throws if the user may no longer edit the item. */
export async function authorizeTarget({
  task,
  authorize,
}: TaskRun): Promise<ItemGrant | undefined> {
  if (task.item_id === 0) return undefined;
  const grant = await authorize('edit', task.item_id);
  if (hasSinglePage(grant.itemType)) throw new AppError('forbidden');
  return grant;
}

/** Plans the import against the current state of the item. */
export async function buildPlan(
  db: Connection,
  grant: ItemGrant | undefined,
  sources: readonly SourcePage[],
): Promise<ImportPlan> {
  const imports = importRepository(db);
  if (!grant)
    return {
      entries: planImport(sources, { existingPages: [], bases: [], hashes: new Map() }),
      bases: [],
    };
  const names = new Map(
    withPathNames(buildTree(await catalogRepository(db).list(grant))).map((row) => [
      row.cat_id,
      row.cat_name,
    ]),
  );
  const pages = await imports.listExistingPages(grant);
  const existingPages = pages.map(({ cat_id, page_id, page_title, page_type, ...page }) => ({
    page_id,
    page_title,
    page_type,
    version: page.version,
    author_username: page.author_username,
    cat_name: names.get(cat_id) ?? '',
  }));
  const bases = await imports.listBases(grant);
  const matchedPages = [...matchPages(sources, existingPages, bases).values()];
  const hashes = await imports.listHashes(
    grant,
    matchedPages.map((page) => page.page_id),
  );
  return { entries: planImport(sources, { existingPages, bases, hashes }), bases };
}

/** Stores the plan, which then waits for the user's confirmation. */
export async function savePlan(
  db: Connection,
  { task, deps }: TaskRun,
  { item_name, notes }: ImportedItem,
  {
    entries,
    texts,
  }: Pick<ImportPlan, 'entries'> & { readonly texts: ReadonlyMap<number, PlannedText> },
  isAgain: boolean,
): Promise<StepOutcome> {
  await importRepository(db).replaceEntries(task.task_id, entries);
  await importRepository(db).insertTexts(task.task_id, texts);
  const meta = task.item_id > 0 ? await deps.itemMetaCache.get(task.item_id) : undefined;
  const result = {
    item_name: meta?.item_name ?? item_name.slice(0, MAX_ITEM_NAME_LENGTH),
    counts: countActions(entries),
    mark: hashPlan(entries),
    notes: notes.slice(0, MAX_NOTES),
    is_again: isAgain,
  };
  return { state: 'planned', result };
}

/** Creates the plan of an import without changing the item. */
export const planStep = defineTaskStep('import-plan', async (run) => {
  const source = await openImportSource(run);
  try {
    const grant = await authorizeTarget(run);
    const sources = sourcePages(source.imported);
    const { entries } = await buildPlan(run.deps.db, grant, sources);
    const texts = await renderPlannedTexts(run, source, sources, entries);
    await run.finish(({ db }) => savePlan(db, run, source.imported, { entries, texts }, false));
  } finally {
    await source.close();
  }
});
