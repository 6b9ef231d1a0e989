import type { Calls } from '@octavo/contract';
import { redactPasswords } from '../../error-reporting.ts';
import type { Handlers } from '../../http/context.ts';
import { diagnose } from './diagnose.ts';

const MAX_JOBS = 100;

export const adminSystemRoutes: Handlers<Calls['adminSystem']> = {
  diagnose,

  deadJobs: async ({ repos }) => {
    const list = await repos.system.listDeadJobs(MAX_JOBS);
    return {
      list: list.map((job) => ({ ...job, reason: redactPasswords(job.reason) })),
      total: (await repos.system.countJobs()).dead,
    };
  },

  retryJobs: async ({ repos }, { job_ids }) => ({ count: await repos.system.retryJobs(job_ids) }),

  discardJobs: async ({ repos }, { job_ids }) => ({
    count: await repos.system.discardJobs(job_ids),
  }),
};
