import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';

/** Logins, links and pictures that can never be used again. */
const cleanUp = defineJob({
  name: 'user-clean-up',
  payload: z.object({}),
  schedule: '17 * * * *',
});

export const cleanUpJobs = [
  handleJob(cleanUp, async ({ repos }) => {
    await repos.devices.deleteDead();
    await repos.mailLinks.deleteOld();
    await repos.captchas.deleteOld();
    await repos.spentProofs.deleteOld();
  }),
];
