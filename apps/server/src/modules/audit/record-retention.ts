import type { Connection } from '../../db/connect.ts';
import { auditRepository } from './audit.repository.ts';

/** The entry of a job that has deleted old data as the settings say, in the transaction of the deletion. */
export async function recordRetention(
  db: Connection,
  subject: 'auditLog' | 'recycleBin' | 'versions',
  facts: { readonly days: number; readonly count: number; readonly items?: number },
): Promise<void> {
  if (facts.count + (facts.items ?? 0) === 0) return;
  await auditRepository(db).insertMany([{ action: `retention.${subject}`, facts }]);
}
