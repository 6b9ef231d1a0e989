import type { ConnectionFault } from '@octavo/contract/connection-fault';

/** Why a request to a directory or provider failed: a connection error, or a rejection by the other system. */
type Fault = ConnectionFault | 'refused';

/** The first match wins: ECONNREFUSED also matches the last pattern. */
const SAID: readonly [RegExp, Fault][] = [
  [/ENOTFOUND|EAI_/, 'unknownHost'],
  [/ECONNREFUSED/, 'closed'],
  [/before secure TLS|WRONG_VERSION|EPROTO/, 'noTls'],
  [/CERT|SSL|TLS|ALTNAME|self.signed/i, 'certificate'],
  [/\bE(?:CONN|HOST|NET|TIMEDOUT)|timeout|no answer|closed|hang up|abort/i, 'unreachable'],
];

export function faultOf(error: unknown): Fault {
  const { code = '', message = '' } = error as { code?: unknown; message?: string };
  const said = `${String(code)} ${message}`;
  return SAID.find(([words]) => words.test(said))?.[1] ?? 'refused';
}
