import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';

/** Deletes expired sessions, mail links, captchas and used nonces. */
const cleanUp = defineJob({
  name: 'user-clean-up',
  payload: z.object({}),
  schedule: '17 * * * *',
});

export const cleanUpJobs = [
  handleJob(cleanUp, async ({ repos }) => {
    await repos.devices.deleteExpired();
    await repos.mailLinks.deleteOld();
    await repos.captchas.deleteOld();
    await repos.usedNonces.deleteOld();
  }),
];
