import type { ConnectionFault } from '@octavo/contract/connection-fault';

/** Why another system could not be asked: the connection fails, or it says no. */
type Fault = ConnectionFault | 'refused';

/** The first that fits what was said: a refused connection is also one without an answer. */
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
