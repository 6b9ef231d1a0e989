import type { Calls } from '@octavo/contract';
import type { CallRequest, FileResult } from '@octavo/contract/define-call';
import type { Ctx } from '../../http/context.ts';
import { encodeCsvLine, UTF8_BOM } from '../../lib/csv-field.ts';
import { auditRepository } from './audit.repository.ts';

type Export = Calls['audit']['export'];

const BATCH_SIZE = 1000;
const MAX_ROWS = 100_000;

/** Same names as in the API. */
const COLUMNS = [
  'addtime',
  'username',
  'action',
  'item_id',
  'item_name',
  'page_title',
  'team_name',
  'subject',
  'facts',
  'address',
  'user_agent',
] as const;

/** Loads the entries in batches, as fast as the client reads the response. */
async function* csvLines(ctx: Ctx<Export['access']>, filter: CallRequest<Export>) {
  const item_id = ctx.grant?.itemId ?? filter.item_id;
  yield Buffer.from(UTF8_BOM + encodeCsvLine(COLUMNS));
  let before: number | undefined;
  for (let sent = 0; sent < MAX_ROWS; sent += BATCH_SIZE) {
    const rows = await auditRepository(ctx.deps.db).list({
      ...filter,
      item_id,
      before,
      count: BATCH_SIZE,
    });
    yield Buffer.from(rows.map((row) => encodeCsvLine(COLUMNS.map((name) => row[name]))).join(''));
    if (rows.length < BATCH_SIZE) return;
    before = rows.at(-1)?.audit_id;
  }
}

export async function exportAudit(
  ctx: Ctx<Export['access']>,
  filter: CallRequest<Export>,
): Promise<FileResult> {
  // An empty transaction, which writes the audit entry of the export itself.
  await ctx.transaction(async () => {});
  const day = ctx.deps.now().toISOString().slice(0, 10);
  return {
    body: csvLines(ctx, filter),
    headers: {
      'content-disposition': `attachment; filename="audit-${day}.csv"`,
      'cache-control': 'private, no-store',
    },
  };
}
