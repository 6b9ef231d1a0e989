import type { Calls } from '@octavo/contract';
import { redactPasswords } from '../../error-reporting.ts';
import type { Handlers } from '../../http/context.ts';
import { diagnose } from './diagnose.ts';
import { systemRepository } from './system.repository.ts';

const MAX_JOBS = 100;

export const adminSystemRoutes: Handlers<Calls['adminSystem']> = {
  diagnose,

  deadJobs: async ({ db }) => {
    const list = await systemRepository(db).listDeadJobs(MAX_JOBS);
    return {
      list: list.map((job) => ({ ...job, reason: redactPasswords(job.reason) })),
      total: (await systemRepository(db).countJobs()).dead,
    };
  },

  retryJobs: async ({ db }, { job_ids }) => ({
    count: await systemRepository(db).retryJobs(job_ids),
  }),

  discardJobs: async ({ db }, { job_ids }) => ({
    count: await systemRepository(db).discardJobs(job_ids),
  }),
};
