import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';

/** Entries go after a year. */
const purge = defineJob({ name: 'audit-purge', payload: z.object({}), schedule: '23 4 * * *' });

export const auditJobs = [
  handleJob(purge, async ({ repos }) => {
    await repos.audits.purge();
  }),
];
