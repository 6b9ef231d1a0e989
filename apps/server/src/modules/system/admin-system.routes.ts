import type { Calls } from '@octavo/contract';
import { withoutPasswords } from '../../fail.ts';
import type { Handlers } from '../../http/context.ts';
import { diagnose } from './diagnose.ts';

const MOST_JOBS = 100;

export const adminSystemRoutes: Handlers<Calls['adminSystem']> = {
  diagnose,

  deadJobs: async ({ repos }) => {
    const list = await repos.systems.listDeadJobs(MOST_JOBS);
    return {
      list: list.map((job) => ({ ...job, reason: withoutPasswords(job.reason) })),
      total: (await repos.systems.countJobs()).dead,
    };
  },

  retryJobs: async ({ repos }, { job_ids }) => ({ count: await repos.systems.retryJobs(job_ids) }),

  discardJobs: async ({ repos }, { job_ids }) => ({
    count: await repos.systems.discardJobs(job_ids),
  }),
};
