import type { ConnectionError } from '@octavo/contract/connection-error';

/** Why a request to a directory or provider failed: a connection error, or a rejection by the other system. */
type ExternalErrorKind = ConnectionError | 'refused';

/** The first match wins: ECONNREFUSED also matches the last pattern. */
const ERROR_PATTERNS: readonly [RegExp, ExternalErrorKind][] = [
  [/ENOTFOUND|EAI_/, 'unknownHost'],
  [/ECONNREFUSED/, 'closed'],
  [/before secure TLS|WRONG_VERSION|EPROTO/, 'noTls'],
  [/CERT|SSL|TLS|ALTNAME|self.signed/i, 'certificate'],
  [/\bE(?:CONN|HOST|NET|TIMEDOUT)|timeout|no answer|closed|hang up|abort/i, 'unreachable'],
];

export function classifyError(error: unknown): ExternalErrorKind {
  const { code = '', message = '' } = error as { code?: unknown; message?: string };
  const errorText = `${String(code)} ${message}`;
  return ERROR_PATTERNS.find(([pattern]) => pattern.test(errorText))?.[1] ?? 'refused';
}
