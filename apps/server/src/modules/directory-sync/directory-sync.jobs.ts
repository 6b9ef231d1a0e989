import { z } from 'zod';
import { inTransaction } from '../../http/context.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';
import { directoryRunRepository } from './directory-run.repository.ts';
import { notifyAdministrators, runSync } from './run-sync.ts';
import { isDue } from './schedule.policy.ts';
import { queueRun, syncJob } from './start-run.ts';

/** Starts the sync when the schedule of the settings says so, and ends runs whose process has stopped. */
const scheduleJob = defineJob({
  name: 'directory-sync-schedule',
  payload: z.object({}),
  schedule: '* * * * *',
});

export const directorySyncJobs = [
  handleJob(syncJob, (ctx, { run_id }) => runSync(ctx, run_id)),
  handleJob(scheduleJob, async ({ deps, db }) => {
    const runs = directoryRunRepository(db);
    if (await runs.endDead()) await notifyAdministrators(deps, { is_stopped: false, disabled: 0 });
    const { ldap_open, directory_form, directory_saved } = await deps.settings.get();
    if (!ldap_open || directory_form.schedule === 'off') return;
    const saved = new Date(directory_saved?.time ?? 0);
    const lastStart = (await runs.findLastStart()) ?? saved;
    const since = lastStart > saved ? lastStart : saved;
    if (!isDue(directory_form, since, deps.now())) return;
    await runs.deleteOld();
    await inTransaction(deps, (work) =>
      queueRun(work, { kind: 'sync', uid: null, max_disabled: null }),
    );
  }),
];
