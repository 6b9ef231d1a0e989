/** Why another system could not be asked: nobody answers, it is not who it should be, or it says no. */
export type Fault = 'unreachable' | 'certificate' | 'refused';

export function faultOf(error: unknown): Fault {
  const { code = '', message = '' } = error as { code?: unknown; message?: string };
  const said = `${String(code)} ${message}`;
  if (/CERT|SSL|TLS|ALTNAME|self.signed/i.test(said)) return 'certificate';
  const isSilent =
    /\bE(?:CONN|HOST|NET|TIMEDOUT|NOTFOUND|AI_)|timeout|no answer|closed|hang up|abort/i.test(said);
  return isSilent ? 'unreachable' : 'refused';
}
