import type { Calls } from '@octavo/contract';
import type { CallRequest, FileAnswer } from '@octavo/contract/define-call';
import type { Ctx } from '../../http/context.ts';
import { csvField, UTF8_MARK } from '../sheet/csv-field.ts';

type Export = Calls['audit']['export'];
type Rows = Awaited<ReturnType<Ctx['repos']['audits']['list']>>;

const AT_ONCE = 1000;
const MOST = 100_000;

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

function cell(value: Rows[number][(typeof COLUMNS)[number]]): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const line = (cells: readonly string[]) => `${cells.map(csvField).join(',')}\r\n`;

/** Loads the entries in batches, as fast as the client reads the response. */
async function* lines(ctx: Ctx<Export['access']>, filter: CallRequest<Export>) {
  const item_id = ctx.grant?.itemId ?? filter.item_id;
  yield Buffer.from(UTF8_MARK + line(COLUMNS));
  let before: number | undefined;
  for (let sent = 0; sent < MOST; sent += AT_ONCE) {
    const rows = await ctx.deps.repos.audits.list({ ...filter, item_id, before, count: AT_ONCE });
    yield Buffer.from(rows.map((row) => line(COLUMNS.map((name) => cell(row[name])))).join(''));
    if (rows.length < AT_ONCE) return;
    before = rows.at(-1)?.audit_id;
  }
}

export async function exportAudit(
  ctx: Ctx<Export['access']>,
  filter: CallRequest<Export>,
): Promise<FileAnswer> {
  // An empty transaction, which writes the audit entry of the export itself.
  await ctx.transaction(async () => {});
  const day = ctx.deps.now().toISOString().slice(0, 10);
  return {
    body: lines(ctx, filter),
    headers: {
      'content-disposition': `attachment; filename="audit-${day}.csv"`,
      'cache-control': 'private, no-store',
    },
  };
}
