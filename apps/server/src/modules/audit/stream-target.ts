import type { AuditRow } from './audit.repository.ts';
import { createFileTarget } from './file-target.ts';
import { createSyslogTarget } from './syslog-target.ts';

/** Where the entries of the audit log are sent. */
export interface StreamTarget {
  /** The last line that the target has, if it can tell. */
  findLastLine(): Promise<string | undefined>;
  /** Resolves after the target has taken all entries. */
  send(rows: readonly AuditRow[]): Promise<void>;
}

export function createStreamTarget(url: URL): StreamTarget {
  return url.protocol === 'file:' ? createFileTarget(url) : createSyslogTarget(url);
}

/** The target as the diagnostics show it. */
export const describeTarget = (url: URL): string =>
  url.protocol === 'file:' ? decodeURIComponent(url.pathname) : `${url.protocol}//${url.host}`;
