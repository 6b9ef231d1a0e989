import { randomBytes } from 'node:crypto';
import type { ItemGrant } from '../../access/grant.ts';
import { holdTree } from '../../access/hold-trees.ts';
import type { Work } from '../../http/context.ts';
import { ring } from '../notice/tell.ts';
import { tellTree } from '../page/tell-page.ts';
import { dropTaskFile } from '../task/task-file.ts';
import { defineTaskStep } from '../task/task-step.ts';
import type { TaskRun } from '../task/task-step.ts';
import type { Outcome } from '../task/task.repository.ts';
import { basesAfter, draftsOf } from './drafts.ts';
import type { Draft } from './drafts.ts';
import type { Imported } from './imported.ts';
import type { ImportRequest } from './import-status.ts';
import { insertFiles, keepFiles } from './keep-files.ts';
import type { KeptFiles } from './keep-files.ts';
import { planned, planFor, targetOf } from './plan-step.ts';
import type { Plan } from './plan-step.ts';
import { countActions, planMark, sourcePages } from './plan.policy.ts';
import type { Entry, SourcePage } from './plan.policy.ts';
import { plannedTexts } from './planned-texts.ts';
import { openSource } from './source.ts';
import { writeCatalogs } from './write-catalogs.ts';
import { writePages } from './write-pages.ts';
import type { WrittenPage } from './write-pages.ts';

const REGULAR = 1;
const RUN_API = 3;
/** How long an import can be undone. */
const UNDO_DAYS = 30;

/** Data that is prepared before any row is locked. */
interface Ready {
  readonly imported: Imported;
  readonly sources: readonly SourcePage[];
  readonly entries: readonly Entry[];
  readonly drafts: readonly Draft[];
  readonly files: KeptFiles;
  readonly nobodysPassword: string;
}

/** Scripts cannot resolve conflicts, so pages that users have changed stay unchanged. */
function keepingMine(entries: readonly Entry[]): readonly Entry[] {
  return entries.map((entry) =>
    entry.action === 'conflict' && entry.choice === null ? { ...entry, choice: 'mine' } : entry,
  );
}

const isAuto = ({ task }: TaskRun) => task.request['auto'] === true;

/** The plan that the user has accepted, or a new one for a script. */
async function agreedPlan(
  { deps, task }: TaskRun,
  grant: ItemGrant | undefined,
  sources: readonly SourcePage[],
  auto: boolean,
): Promise<readonly Entry[]> {
  if (auto) return keepingMine((await planFor(deps.repos, grant, sources)).entries);
  return deps.repos.imports.listEntries(task.task_id);
}

/**
 * Only the owner can read the item, because its visit password is random, until they set another one or make it public.
 */
function makeItem({ repos }: Work, { viewer }: TaskRun, { imported, nobodysPassword }: Ready) {
  return repos.items.insert({
    item_name: imported.item_name.slice(0, 100),
    item_description: imported.item_description.slice(0, 500),
    item_domain: '',
    item_type: imported.item_type ?? REGULAR,
    global_param: imported.global_param,
    uid: viewer.uid,
    password_hash: nobodysPassword,
  });
}

/** The audit log entry of an import into a new item contains the item id, so it is written in the same transaction. */
async function recordNewItem({ repos }: Work, { task, viewer }: TaskRun, item_id: number) {
  const { audit, file } = task.request as ImportRequest;
  if (!audit) return;
  await repos.audits.insert({
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
async function keepTraces(
  { repos }: Work,
  { task }: TaskRun,
  itemId: number,
  { sources, entries }: Ready,
  plan: Plan,
  written: readonly WrittenPage[],
): Promise<void> {
  const formerOf = new Map(plan.bases.map((base) => [base.source_key, base]));
  const byPlace = new Map(written.map((page) => [page.at, page]));
  const bases = basesAfter(sources, entries, plan.bases, byPlace);
  await repos.imports.saveBases(itemId, bases);
  await repos.imports.setWritten(
    task.task_id,
    written.map(({ at, page_id, version }) => {
      const former = formerOf.get(sources[at]?.source_key ?? '');
      return {
        at,
        page_id,
        written_version: version,
        former_source_hash: former?.source_hash ?? null,
        former_written_hash: former?.written_hash ?? null,
      };
    }),
  );
}

/** Small files need no notice: they are imported during the request, and its response contains the result. */
async function tellDone(work: Work, { deps, task, viewer }: TaskRun, itemId: number) {
  if (task.request['is_small'] === true) return;
  const notice = { kind: 'importDone', facts: { file: task.file_name ?? '' } } as const;
  await work.repos.notices.insert([viewer.uid], { ...notice, item_id: itemId });
  work.afterCommit(() => ring({ deps }, [viewer.uid]));
}

async function write(
  work: Work,
  run: TaskRun,
  grant: ItemGrant | undefined,
  ready: Ready,
  plan: Plan,
): Promise<Outcome> {
  const { imported, entries, drafts, files } = ready;
  const itemId = grant?.itemId ?? (await makeItem(work, run, ready));
  if (!grant) await recordNewItem(work, run, itemId);
  const wanted = [
    ...(imported.catalogs ?? []),
    ...drafts.filter((draft) => draft.isNew).map(({ source }) => ({ way: source.page.way })),
  ];
  const places = await writeCatalogs(work.repos, itemId, wanted, grant);
  const pageIds = new Map(
    entries.flatMap(({ at, page_id }) => (page_id === null ? [] : [[at, page_id] as const])),
  );
  for (const draft of drafts) pageIds.set(draft.at, draft.page_id);
  const texts = { files, pageIds };
  const runApi = !grant && imported.item_type === RUN_API ? imported : undefined;
  const written = await writePages(work, run, { itemId, grant, places, runApi }, drafts, texts);
  await insertFiles(work, run, itemId, drafts, files);
  if (isAuto(run)) await work.repos.imports.replaceEntries(run.task.task_id, entries);
  else await work.repos.imports.deleteTexts(run.task.task_id);
  await keepTraces(work, run, itemId, ready, plan, written);
  await tellTree(work, run, itemId);
  await tellDone(work, run, itemId);
  const { task_id, store, object_key } = run.task;
  if (store !== null && object_key !== null)
    await dropTaskFile(work, run.deps, task_id, { store, object_key });
  const added = drafts.filter((draft) => draft.isNew).length;
  const result = {
    ...(isAuto(run) && {
      item_name: imported.item_name.slice(0, 100),
      counts: countActions(entries),
      notes: imported.notes.slice(0, 500),
    }),
    added,
    changed: drafts.length - added,
    catalogs: places.made,
  };
  return { state: 'done', item_id: itemId, result, days: UNDO_DAYS };
}

/** Throws a serialization failure, on which the task is retried. */
function tryAgain(): never {
  throw Object.assign(new Error('the item has changed meanwhile'), { code: '40001' });
}

/** Applies exactly the accepted plan. If the item has changed since, it stores a new plan for review instead. */
export const applyStep = defineTaskStep('import-apply', async (run) => {
  const source = await openSource(run);
  try {
    const { imported } = source;
    const sources = sourcePages(imported);
    const grant = await targetOf(run);
    const entries = await agreedPlan(run, grant, sources, isAuto(run));
    const drafts = await draftsOf(run.deps.repos, sources, entries);
    const files = await keepFiles(run, source, drafts);
    const nobodysPassword = await run.deps.hasher.hash(randomBytes(32).toString('hex'));
    const ready = { imported, sources, entries, drafts, files, nobodysPassword };
    // Starts the worker thread now, while no row is locked.
    await run.deps.importer.derive([]);
    await run.finish(async (work) => {
      await work.repos.imports.allowPauses();
      const held = grant && (await holdTree(work.repos, grant, run.viewer.uid));
      const plan = await planFor(work.repos, held, sources);
      if (planMark(plan.entries) === planMark(entries)) return write(work, run, held, ready, plan);
      if (isAuto(run)) return tryAgain();
      const texts = await plannedTexts(run, source, sources, plan.entries);
      return planned(work.repos, run, imported, { entries: plan.entries, texts }, true);
    });
  } finally {
    await source.close();
  }
});
