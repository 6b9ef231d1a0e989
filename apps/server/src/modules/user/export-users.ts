import type { Calls } from '@octavo/contract';
import type { CallRequest, FileResult } from '@octavo/contract/define-call';
import type { Ctx } from '../../http/context.ts';
import { encodeCsvLine, UTF8_BOM } from '../../lib/csv-field.ts';
import { adminUserRepository } from './admin-user.repository.ts';
import type { UserFilter } from './admin-user.repository.ts';
import { toFilter } from './admin-user.service.ts';

type Export = Calls['adminUser']['export'];

const BATCH_SIZE = 1000;
const MAX_ROWS = 100_000;

/** Same names as in the API. */
const COLUMNS = [
  'uid',
  'username',
  'name',
  'email',
  'email_verify',
  'groupid',
  'sources',
  'is_disabled',
  'second_factors',
  'reg_time',
  'last_login_time',
  'last_seen_time',
] as const;

/** Loads the accounts in batches, as fast as the client reads the response. */
async function* csvLines({ deps }: Pick<Ctx, 'deps'>, filter: UserFilter) {
  yield Buffer.from(UTF8_BOM + encodeCsvLine(COLUMNS));
  let before: number | undefined;
  for (let sent = 0; sent < MAX_ROWS; sent += BATCH_SIZE) {
    const rows = await adminUserRepository(deps.db).listBefore(filter, before, BATCH_SIZE);
    const lines = rows.map((row) => {
      const fields = {
        ...row,
        sources: row.sources.join(' '),
        second_factors: row.second_factors.join(' '),
        is_disabled: +row.is_disabled,
      };
      return encodeCsvLine(COLUMNS.map((name) => fields[name]));
    });
    yield Buffer.from(lines.join(''));
    if (rows.length < BATCH_SIZE) return;
    before = rows.at(-1)?.uid;
  }
}

export async function exportUsers(
  ctx: Ctx<Export['access']>,
  filter: CallRequest<Export>,
): Promise<FileResult> {
  // An empty transaction, which writes the audit entry of the export.
  await ctx.transaction(async () => {});
  const day = ctx.deps.now().toISOString().slice(0, 10);
  return {
    body: csvLines(ctx, toFilter(filter)),
    headers: {
      'content-disposition': `attachment; filename="users-${day}.csv"`,
      'cache-control': 'private, no-store',
    },
  };
}
