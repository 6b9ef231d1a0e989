import type { ItemGrant } from '../../access/grant.ts';
import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import { asTree, namedByWay } from '../catalog/catalog-tree.policy.ts';
import { isOnePage } from '../page/page.policy.ts';
import { defineTaskStep } from '../task/task-step.ts';
import type { TaskRun } from '../task/task-step.ts';
import type { Outcome } from '../task/task.repository.ts';
import type { Imported } from './imported.ts';
import { countActions, matchPages, planImport, planMark, sourcePages } from './plan.policy.ts';
import type { Base, Entry, SourcePage } from './plan.policy.ts';
import { plannedTexts } from './planned-texts.ts';
import type { PlannedText } from './planned-texts.ts';
import { openSource } from './source.ts';

/** The first notes are enough to show which kinds of content are missing. */
const MOST_NOTES = 500;

export interface Plan {
  readonly entries: readonly Entry[];
  readonly bases: readonly Base[];
}

/** The item that a task imports into; undefined for a new one. Throws if the user may no longer edit the item. */
export async function targetOf({ task, admit }: TaskRun): Promise<ItemGrant | undefined> {
  if (task.item_id === 0) return undefined;
  const grant = await admit('edit', task.item_id);
  if (isOnePage(grant.itemType)) throw new AppError('forbidden');
  return grant;
}

/** Plans the import against the current state of the item. */
export async function planFor(
  { catalogs, imports }: Repositories,
  grant: ItemGrant | undefined,
  sources: readonly SourcePage[],
): Promise<Plan> {
  if (!grant)
    return {
      entries: planImport(sources, { standing: [], bases: [], hashes: new Map() }),
      bases: [],
    };
  const names = new Map(
    namedByWay(asTree(await catalogs.list(grant))).map((row) => [row.cat_id, row.cat_name]),
  );
  const pages = await imports.listStanding(grant);
  const standing = pages.map(({ cat_id, page_id, page_title, page_type, ...page }) => ({
    page_id,
    page_title,
    page_type,
    version: page.version,
    author_username: page.author_username,
    cat_name: names.get(cat_id) ?? '',
  }));
  const bases = await imports.listBases(grant);
  const matched = [...matchPages(sources, standing, bases).values()];
  const hashes = await imports.listHashes(
    grant,
    matched.map((page) => page.page_id),
  );
  return { entries: planImport(sources, { standing, bases, hashes }), bases };
}

/** Stores the plan, which then waits for the user's confirmation. */
export async function planned(
  repos: Repositories,
  { task, deps }: TaskRun,
  { item_name, notes }: Imported,
  { entries, texts }: Pick<Plan, 'entries'> & { readonly texts: ReadonlyMap<number, PlannedText> },
  isAgain: boolean,
): Promise<Outcome> {
  await repos.imports.replaceEntries(task.task_id, entries);
  await repos.imports.insertTexts(task.task_id, texts);
  const head = task.item_id > 0 ? await deps.itemHeads.get(task.item_id) : undefined;
  const result = {
    item_name: head?.item_name ?? item_name.slice(0, 100),
    counts: countActions(entries),
    mark: planMark(entries),
    notes: notes.slice(0, MOST_NOTES),
    is_again: isAgain,
  };
  return { state: 'planned', result };
}

/** Creates the plan of an import without changing the item. */
export const planStep = defineTaskStep('import-plan', async (run) => {
  const source = await openSource(run);
  try {
    const grant = await targetOf(run);
    const sources = sourcePages(source.imported);
    const { entries } = await planFor(run.deps.repos, grant, sources);
    const texts = await plannedTexts(run, source, sources, entries);
    await run.finish(({ repos }) =>
      planned(repos, run, source.imported, { entries, texts }, false),
    );
  } finally {
    await source.close();
  }
});
