import { REGULAR_ITEM, RUN_API_ITEM } from '@octavo/contract/item-type';
import { MAX_ITEM_DESCRIPTION_LENGTH, MAX_ITEM_NAME_LENGTH } from '@octavo/contract/limits';
import { randomBytes } from 'node:crypto';
import type { ItemGrant } from '../../access/grant.ts';
import { lockTree } from '../../access/lock-trees.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { publishNotice } from '../notice/notify.ts';
import { bumpTreeVersion } from '../../realtime/invalidate.ts';
import { removeTaskFile } from '../task/task-file.ts';
import { defineTaskStep } from '../task/task-step.ts';
import type { TaskRun } from '../task/task-step.ts';
import type { StepOutcome } from '../task/task.repository.ts';
import { nextBases, createDrafts } from './drafts.ts';
import type { Draft } from './drafts.ts';
import type { ImportedItem } from './imported-item.ts';
import type { ImportRequest } from './import-status.ts';
import { insertFiles, storeFiles } from './store-files.ts';
import type { StoredFiles } from './store-files.ts';
import { savePlan, buildPlan, authorizeTarget, MAX_NOTES } from './plan-step.ts';
import type { ImportPlan } from './plan-step.ts';
import { countActions, hashPlan, sourcePages } from './plan.policy.ts';
import type { PlanEntry, SourcePage } from './plan.policy.ts';
import { renderPlannedTexts } from './planned-texts.ts';
import { openImportSource } from './source.ts';
import { writeCatalogs } from './write-catalogs.ts';
import { writePages } from './write-pages.ts';
import type { WrittenPage } from './write-pages.ts';
import { importRepository } from './import.repository.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { auditRepository } from '../audit/audit.repository.ts';
import { noticeRepository } from '../notice/notice.repository.ts';

/** How long an import can be undone. */
const UNDO_DAYS = 30;

/** Data that is prepared before any row is locked. */
interface PreparedImport {
  readonly imported: ImportedItem;
  readonly sources: readonly SourcePage[];
  readonly entries: readonly PlanEntry[];
  readonly drafts: readonly Draft[];
  readonly files: StoredFiles;
  readonly randomPasswordHash: string;
}

/** Scripts cannot resolve conflicts, so pages that users have changed stay unchanged. */
function keepExistingPages(entries: readonly PlanEntry[]): readonly PlanEntry[] {
  return entries.map((entry) =>
    entry.action === 'conflict' && entry.choice === null ? { ...entry, choice: 'mine' } : entry,
  );
}

const isAuto = ({ task }: TaskRun) => task.request['auto'] === true;

/** The plan that the user has accepted, or a new one for a script. */
async function acceptedEntries(
  { deps, task }: TaskRun,
  grant: ItemGrant | undefined,
  sources: readonly SourcePage[],
  auto: boolean,
): Promise<readonly PlanEntry[]> {
  if (auto) return keepExistingPages((await buildPlan(deps.db, grant, sources)).entries);
  return importRepository(deps.db).listEntries(task.task_id);
}

/**
 * Only the owner can read the item, because its visit password is random, until they set another one or make it public.
 */
function createItem(
  { db }: UnitOfWork,
  { viewer }: TaskRun,
  { imported, randomPasswordHash }: PreparedImport,
) {
  return itemRepository(db).insert({
    item_name: imported.item_name.slice(0, MAX_ITEM_NAME_LENGTH),
    item_description: imported.item_description.slice(0, MAX_ITEM_DESCRIPTION_LENGTH),
    item_domain: '',
    item_type: imported.item_type ?? REGULAR_ITEM,
    global_param: imported.global_param,
    uid: viewer.uid,
    password_hash: randomPasswordHash,
  });
}

/** The audit log entry of an import into a new item contains the item id, so it is written in the same transaction. */
async function recordNewItem({ db }: UnitOfWork, { task, viewer }: TaskRun, item_id: number) {
  const { audit, file } = task.request as ImportRequest;
  if (!audit) return;
  await auditRepository(db).insert({
    ...audit,
    uid: viewer.uid,
    username: viewer.username,
    item_id,
    page_id: null,
    team_id: null,
    subject_uid: null,
    facts: { task_id: task.task_id, file },
  });
}

/** Stores the state that the next import compares with, and that an undo restores. */
async function saveImportState(
  { db }: UnitOfWork,
  { task }: TaskRun,
  itemId: number,
  { sources, entries }: PreparedImport,
  plan: ImportPlan,
  writtenPages: readonly WrittenPage[],
): Promise<void> {
  const previousBases = new Map(plan.bases.map((base) => [base.source_key, base]));
  const pagesByIndex = new Map(writtenPages.map((page) => [page.at, page]));
  const bases = nextBases(sources, entries, plan.bases, pagesByIndex);
  await importRepository(db).saveBases(itemId, bases);
  await importRepository(db).saveWritten(
    task.task_id,
    writtenPages.map(({ at, page_id, version }) => {
      const previousBase = previousBases.get(sources[at]?.source_key ?? '');
      return {
        at,
        page_id,
        written_version: version,
        former_source_hash: previousBase?.source_hash ?? null,
        former_written_hash: previousBase?.written_hash ?? null,
      };
    }),
  );
}

/** Small files need no notice: they are imported during the request, and its response contains the result. */
async function notifyDone(work: UnitOfWork, { deps, task, viewer }: TaskRun, itemId: number) {
  if (task.request['is_small'] === true) return;
  const notice = { kind: 'importDone', facts: { file: task.file_name ?? '' } } as const;
  await noticeRepository(work.db).insert([viewer.uid], { ...notice, item_id: itemId });
  work.afterCommit(() => publishNotice({ deps }, [viewer.uid]));
}

async function applyPlan(
  work: UnitOfWork,
  run: TaskRun,
  grant: ItemGrant | undefined,
  prepared: PreparedImport,
  plan: ImportPlan,
): Promise<StepOutcome> {
  const { imported, entries, drafts, files } = prepared;
  const itemId = grant?.itemId ?? (await createItem(work, run, prepared));
  if (!grant) await recordNewItem(work, run, itemId);
  const requestedCatalogs = [
    ...(imported.catalogs ?? []),
    ...drafts
      .filter((draft) => draft.isNew)
      .map(({ source }) => ({ catalogPath: source.page.catalogPath })),
  ];
  const placement = await writeCatalogs(work.db, itemId, requestedCatalogs, grant);
  const pageIds = new Map(
    entries.flatMap(({ at, page_id }) => (page_id === null ? [] : [[at, page_id] as const])),
  );
  for (const draft of drafts) pageIds.set(draft.at, draft.page_id);
  const texts = { files, pageIds };
  const runApi = !grant && imported.item_type === RUN_API_ITEM ? imported : undefined;
  const writtenPages = await writePages(
    work,
    run,
    { itemId, grant, placement, runApi },
    drafts,
    texts,
  );
  await insertFiles(work, run, itemId, drafts, files);
  if (isAuto(run)) await importRepository(work.db).replaceEntries(run.task.task_id, entries);
  else await importRepository(work.db).deleteTexts(run.task.task_id);
  await saveImportState(work, run, itemId, prepared, plan, writtenPages);
  await bumpTreeVersion(work, run, itemId);
  await notifyDone(work, run, itemId);
  const { task_id, store, object_key } = run.task;
  if (store !== null && object_key !== null)
    await removeTaskFile(work, run.deps, task_id, { store, object_key });
  const added = drafts.filter((draft) => draft.isNew).length;
  const result = {
    ...(isAuto(run) && {
      item_name: imported.item_name.slice(0, MAX_ITEM_NAME_LENGTH),
      counts: countActions(entries),
      notes: imported.notes.slice(0, MAX_NOTES),
    }),
    added,
    changed: drafts.length - added,
    catalogs: placement.createdIds,
  };
  return { state: 'done', item_id: itemId, result, retentionDays: UNDO_DAYS };
}

/** Throws a serialization failure, on which the task is retried. */
function throwRetryable(): never {
  throw Object.assign(new Error('the item was changed concurrently'), { code: '40001' });
}

/** Applies exactly the accepted plan. If the item has changed since, it stores a new plan for review instead. */
export const applyStep = defineTaskStep('import-apply', async (run) => {
  const source = await openImportSource(run);
  try {
    const { imported } = source;
    const sources = sourcePages(imported);
    const grant = await authorizeTarget(run);
    const entries = await acceptedEntries(run, grant, sources, isAuto(run));
    const drafts = await createDrafts(run.deps.db, sources, entries);
    const files = await storeFiles(run, source, drafts);
    const randomPasswordHash = await run.deps.hasher.hash(randomBytes(32).toString('hex'));
    const prepared = { imported, sources, entries, drafts, files, randomPasswordHash };
    // Starts the worker thread now, while no row is locked.
    await run.deps.importer.derive([]);
    await run.finish(async (work) => {
      await importRepository(work.db).extendIdleTimeout();
      const lockedGrant = grant && (await lockTree(work.db, grant, run.viewer.uid));
      const plan = await buildPlan(work.db, lockedGrant, sources);
      if (hashPlan(plan.entries) === hashPlan(entries))
        return applyPlan(work, run, lockedGrant, prepared, plan);
      if (isAuto(run)) return throwRetryable();
      const texts = await renderPlannedTexts(run, source, sources, plan.entries);
      return savePlan(work.db, run, imported, { entries: plan.entries, texts }, true);
    });
  } finally {
    await source.close();
  }
});
