import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';
import { purgeInBatches } from '../../jobs/purge-in-batches.ts';
import { auditRepository } from './audit.repository.ts';
import { auditTextRepository } from './audit-text.repository.ts';
import { recordRetention } from './record-retention.ts';
import { streamAudit } from './stream-audit.ts';

/** Deletes entries after the days of the settings. */
const purge = defineJob({ name: 'audit-purge', payload: z.object({}), schedule: '23 4 * * *' });
/** Entries have no dependent rows. Each batch has an entry of its own, so they are large. */
const PURGE_SIZE = 5000;

/** An entry takes some tenths of a millisecond, so that a million entries are indexed within the first hour. */
const BATCH_SIZE = 500;
const MAX_BATCHES = 50;
const index = defineJob({ name: 'audit-index', payload: z.object({}), schedule: '* * * * *' });

/** Sends new entries to a SIEM, if the operator has named a target. */
const stream = defineJob({
  name: 'audit-stream',
  payload: z.object({}),
  schedule: '* * * * *',
  sequential: true,
});

export const auditJobs = [
  handleJob(purge, async ({ db, deps, transaction }) => {
    const { audit_days: days } = await deps.settings.get();
    if (days === 0) return;
    const purgeBatch = (limit: number) =>
      transaction(async (trx) => {
        const count = await auditRepository(trx).purge(days, limit);
        await recordRetention(trx, 'auditLog', { days, count });
        return count;
      });
    await purgeInBatches(purgeBatch, PURGE_SIZE);
    await purgeInBatches((limit) => auditTextRepository(db).purge(limit), PURGE_SIZE);
  }),
  handleJob(index, async ({ db }) => {
    for (let batch = 0; batch < MAX_BATCHES; batch += 1)
      if ((await auditTextRepository(db).index(BATCH_SIZE)) < BATCH_SIZE) return;
  }),
  handleJob(stream, ({ db, config, log }) => streamAudit({ db, log }, config.auditStreamUrl)),
];
