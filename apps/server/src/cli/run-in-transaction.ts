import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import { connect } from '../db/connect.ts';
import type { Connection } from '../db/connect.ts';
import { withTransaction } from '../db/repository.ts';
import { COMMAND_LINE } from '../modules/audit/audit-entry.ts';
import { auditRepository } from '../modules/audit/audit.repository.ts';
import { translateError } from '../texts.ts';

export type Print = (line: string) => void;

/** Writes the same audit entry as the admin call for this change. */
export function recordAudit(
  db: Connection,
  action: string,
  subject_uid: number | null,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  const noSubject = { item_id: null, page_id: null, team_id: null };
  return auditRepository(db).insert({ ...COMMAND_LINE, ...noSubject, action, subject_uid, facts });
}

/** Runs `work` in one transaction. An `AppError` is printed with the same text as on the screen. */
export async function runInTransaction(
  config: Config,
  print: Print,
  work: (db: Connection) => Promise<number>,
): Promise<number> {
  const database = connect(config.databaseUrl, 2);
  try {
    return await withTransaction(database.db, work);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    print(translateError('en', error));
    return 1;
  } finally {
    await database.close();
  }
}
