import type { Deps } from '../../deps.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { withSearchClient } from '../ext-login/ldap-client.ts';
import { toLdapDirectory } from '../ext-login/ldap-login.ts';
import { DirectoryError, toDirectoryError } from '../ext-login/ldap-pages.ts';
import { auditRepository } from '../audit/audit.repository.ts';
import { noticeRepository } from '../notice/notice.repository.ts';
import { publishNotice } from '../notice/notify.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { applyPlan } from './apply-plan.ts';
import { directoryMappingRepository } from './directory-mapping.repository.ts';
import { directoryRunRepository } from './directory-run.repository.ts';
import type { RunResult } from './directory-run.repository.ts';
import { readGroups, readPeople } from './read-directory.ts';
import { createPlanner, needsConfirmation, toCounts, toReport } from './sync-plan.ts';
import type { SyncPlan } from './sync-plan.ts';

/** Of each request to the directory; a page of a slow directory takes longer than a login may. */
const PAGE_TIMEOUT_MS = 30_000;

type RunContext = Pick<JobContext, 'deps' | 'log'>;

/** Reads the whole directory and compares it with the accounts. Changes nothing. */
async function makePlan(deps: Deps, runId: number): Promise<SyncPlan> {
  const { db } = deps;
  // The stored settings instead of the cached ones: the run may begin right after a save.
  const { ldap_open, ldap_form, directory_form } = await settingRepository(db).load();
  if (!ldap_open || ldap_form.host === '') throw new DirectoryError('off');
  const directory = toLdapDirectory(ldap_form, directory_form, deps.settingCipher);
  const mappings = await directoryMappingRepository(db).list();
  const read = withSearchClient(
    directory,
    async (client) => {
      const groups = await readGroups(client, directory, directory_form, mappings);
      const planner = createPlanner(db, directory_form, groups, mappings);
      let people = 0;
      for await (const page of readPeople(client, directory, directory_form.mail_field)) {
        if (!(await directoryRunRepository(db).beat(runId)))
          throw new DirectoryError('interrupted');
        people += page.length;
        await planner.addPage(page);
      }
      if (people === 0) throw new DirectoryError('empty');
      return planner;
    },
    PAGE_TIMEOUT_MS,
  );
  const planner = await read.catch((error: unknown) => {
    throw toDirectoryError(error);
  });
  return planner.finish();
}

/** One unread notice for each administrator, however many runs fail. */
export async function notifyAdministrators(
  deps: Deps,
  facts: { readonly is_stopped: boolean; readonly disabled: number },
): Promise<void> {
  const uids = await noticeRepository(deps.db).listAdministrators();
  if (uids.length === 0) return;
  await noticeRepository(deps.db).insert(uids, {
    kind: 'directorySync',
    facts,
    once_key: 'directory sync',
  });
  publishNotice({ deps }, uids);
}

async function run(
  { deps }: RunContext,
  runId: number,
  { kind, max_disabled }: { readonly kind: string; readonly max_disabled: number | null },
): Promise<RunResult> {
  const plan = await makePlan(deps, runId);
  // Before the new accounts add to the plan.
  const counts = toCounts(plan);
  if (kind === 'preview') return { state: 'done', counts, report: toReport(plan) };
  if (needsConfirmation(plan, max_disabled))
    return { state: 'stopped', counts, report: toReport(plan) };
  await applyPlan({ deps, runId }, plan);
  return {
    state: 'done',
    counts: { ...counts, left_out: plan.leftOut.length },
    report: toReport(plan),
  };
}

function toFailure(error: unknown): RunResult {
  if (error instanceof DirectoryError)
    return { state: 'failed', error: error.error, error_detail: error.message };
  return { state: 'failed', error: 'failed' };
}

/** The summary in the audit log; each changed account has an entry of its own. */
async function recordRun(
  { db }: Deps,
  runId: number,
  kind: string,
  { state, counts, error }: RunResult,
): Promise<void> {
  const facts = { directory_run: runId, is_preview: kind === 'preview', state, counts, error };
  const result = state === 'done' ? 'success' : 'failure';
  await auditRepository(db).insertMany([{ action: 'adminDirectory.run', facts, result }]);
}

/** Runs a queued sync or preview. Of two processes that get the same one only the first runs it. */
export async function runSync(ctx: RunContext, runId: number): Promise<void> {
  const { deps, log } = ctx;
  const runs = directoryRunRepository(deps.db);
  const begun = await runs.begin(runId);
  if (!begun) return;
  const result = await run(ctx, runId, begun).catch((error: unknown) => {
    log.warn({ err: error, run_id: runId }, 'directory sync failed');
    return toFailure(error);
  });
  const isOwn = await runs.end(runId, result);
  if (isOwn) await recordRun(deps, runId, begun.kind, result);
  if (isOwn && begun.kind === 'sync' && result.state !== 'done')
    await notifyAdministrators(deps, {
      is_stopped: result.state === 'stopped',
      disabled: result.counts?.disabled ?? 0,
    });
}
