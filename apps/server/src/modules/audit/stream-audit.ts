import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../../error-reporting.ts';
import type { Deps } from '../../deps.ts';
import { toAuditLine } from './audit-line.ts';
import { auditRepository } from './audit.repository.ts';
import { auditStreamRepository } from './audit-stream.repository.ts';
import { createStreamTarget } from './stream-target.ts';
import type { StreamTarget } from './stream-target.ts';

/** A batch fits into the receive buffer of a syslog server, see syslog-target.ts. */
const BATCH_SIZE = 100;
/** A run ends after this many batches; the next one starts within a minute. */
const MAX_BATCHES = 500;
const WRITER_POLL_MS = 100;
const MAX_WRITER_POLLS = 100;

type StreamDeps = Pick<Deps, 'db' | 'log'>;

/** The newest entry below which none is missing: no transaction can still commit one with a lower id. */
async function findLastComplete({ db }: Pick<Deps, 'db'>): Promise<number> {
  const stream = auditStreamRepository(db);
  const { newest, writers } = await stream.findNewest();
  for (let poll = 0; poll < MAX_WRITER_POLLS; poll += 1) {
    if (writers.length === 0 || !(await stream.areWriting(writers))) return newest;
    await sleep(WRITER_POLL_MS);
  }
  throw new Error('a transaction holds the audit log');
}

/** Entries that a process has sent before it died, without recording it, are not sent again. */
function withoutSent<R>(rows: readonly R[], isLast: (row: R) => boolean): readonly R[] {
  return rows.slice(rows.findIndex(isLast) + 1);
}

async function sendBatches(deps: StreamDeps, target: StreamTarget, first: number): Promise<void> {
  const stream = auditStreamRepository(deps.db);
  const newest = await findLastComplete(deps);
  let lastLine = await target.findLastLine();
  let sentId = first;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const rows = await auditRepository(deps.db).listBetween(sentId, newest, BATCH_SIZE);
    const last = rows.at(-1);
    if (!last) return;
    const known = lastLine;
    const left = withoutSent(rows, (row) => toAuditLine(row) === known);
    if (left.length > 0) await target.send(left);
    if (!(await stream.advance(sentId, last.audit_id))) return;
    sentId = last.audit_id;
    lastLine = undefined;
  }
}

/**
 * Sends the entries that the target does not have yet, in the order of their ids. A batch counts as sent only after the
 * target has taken all of it, so that an outage loses nothing. Only the job waits for the target, no request does.
 */
export async function streamAudit(deps: StreamDeps, url: URL | undefined): Promise<void> {
  if (!url) return;
  const stream = auditStreamRepository(deps.db);
  const sentId = await stream.claim();
  if (sentId === undefined) return;
  try {
    await sendBatches(deps, createStreamTarget(url), sentId);
    await stream.release('');
  } catch (error) {
    deps.log.error({ err: error }, 'sending the audit log failed, it is tried again in a minute');
    await stream.release(errorMessage(error).slice(0, 300));
  }
}
