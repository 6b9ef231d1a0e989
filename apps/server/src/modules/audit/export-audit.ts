import type { Calls } from '@octavo/contract';
import type { CallRequest, FileResult } from '@octavo/contract/define-call';
import type { Ctx } from '../../http/context.ts';
import { encodeCsvLine, UTF8_BOM } from '../../lib/csv-field.ts';
import { toAuditLine } from './audit-line.ts';
import { auditRepository } from './audit.repository.ts';
import type { AuditRow } from './audit.repository.ts';

type Export = Calls['audit']['export'];

const BATCH_SIZE = 1000;
/** A spreadsheet has this many rows. */
const MAX_ROWS = 1_000_000;

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
  'audit_id',
  'actor_kind',
  'result',
  'request_id',
] as const;

/** Loads the entries in batches, as fast as the client reads the response. */
async function* listBatches(ctx: Ctx<Export['access']>, filter: CallRequest<Export>) {
  const item_id = ctx.grant?.itemId ?? filter.item_id;
  let before: number | undefined;
  for (let sent = 0; sent < MAX_ROWS; sent += BATCH_SIZE) {
    const rows = await auditRepository(ctx.deps.db).list({
      ...filter,
      item_id,
      before,
      count: BATCH_SIZE,
    });
    yield rows;
    if (rows.length < BATCH_SIZE) return;
    before = rows.at(-1)?.audit_id;
  }
}

/** Streams the entries as a file; `toLine` writes one of them. */
async function exportFile(
  ctx: Ctx<Export['access']>,
  filter: CallRequest<Export>,
  { extension, head, toLine }: { extension: string; head: string; toLine(row: AuditRow): string },
): Promise<FileResult> {
  // An empty transaction, which writes the audit entry of the export itself.
  await ctx.transaction(async () => {});
  async function* lines() {
    if (head !== '') yield Buffer.from(head);
    for await (const rows of listBatches(ctx, filter)) yield Buffer.from(rows.map(toLine).join(''));
  }
  const day = ctx.deps.now().toISOString().slice(0, 10);
  return {
    body: lines(),
    headers: {
      'content-disposition': `attachment; filename="audit-${day}.${extension}"`,
      'cache-control': 'private, no-store',
    },
  };
}

export const exportAudit = (ctx: Ctx<Export['access']>, filter: CallRequest<Export>) =>
  exportFile(ctx, filter, {
    extension: 'csv',
    head: UTF8_BOM + encodeCsvLine(COLUMNS),
    toLine: (row) => encodeCsvLine(COLUMNS.map((name) => row[name])),
  });

export const exportAuditLines = (ctx: Ctx<Export['access']>, filter: CallRequest<Export>) =>
  exportFile(ctx, filter, {
    extension: 'jsonl',
    head: '',
    toLine: (row) => `${toAuditLine(row)}\n`,
  });
