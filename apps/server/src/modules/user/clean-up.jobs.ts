import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';
import { accessTokenRepository } from '../account/access-token.repository.ts';
import { deviceRepository } from '../account/device.repository.ts';
import { secondFactorRepository } from '../account/second-factor.repository.ts';
import { mailLinkRepository } from './mail-link.repository.ts';
import { captchaRepository } from '../captcha/captcha.repository.ts';
import { usedNonceRepository } from '../ext-login/used-nonce.repository.ts';

/** Deletes expired sessions, pending logins, access tokens, mail links, captchas and used nonces. */
const cleanUp = defineJob({
  name: 'user-clean-up',
  payload: z.object({}),
  schedule: '17 * * * *',
});

export const cleanUpJobs = [
  handleJob(cleanUp, async ({ db, deps }) => {
    await deviceRepository(db).deleteExpired(await deps.settings.get());
    await accessTokenRepository(db).deleteOld();
    await mailLinkRepository(db).deleteOld();
    await captchaRepository(db).deleteOld();
    await usedNonceRepository(db).deleteOld();
    await secondFactorRepository(db).deleteExpiredPendingLogins();
  }),
];
