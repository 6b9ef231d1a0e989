import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import type { Envelope } from '@octavo/contract/envelope';
import { errors } from '@octavo/contract/errors';
import { announceLoginNeeded } from '../session/login-needed.ts';
import { BusinessError, NetworkError } from './call-error.ts';

export const CALL_TIMEOUT = 20_000;

export interface CallOptions {
  readonly timeout?: number;
  /** The error "not logged in" does not redirect to the login screen. */
  readonly silent?: boolean;
  readonly signal?: AbortSignal;
}

/** Calls the server. Returns `data`, or throws a BusinessError (rejected) or a NetworkError (no valid response). */
export async function call<C extends Call>(
  declared: C,
  input: CallInput<C>,
  options: CallOptions = {},
): Promise<CallResponse<C>> {
  // The server validates its response against the schema of the call before it sends it.
  return (await send(request(declared, input), options)) as CallResponse<C>;
}

async function send(asked: Request, options: CallOptions): Promise<unknown> {
  const { envelope, status } = await exchange(asked, options);
  const isVisitor = [errors.loginNeeded.code, errors.siteNeedsLogin.code].some(
    (code) => code === envelope.error_code,
  );
  if (isVisitor && !options.silent) announceLoginNeeded();
  return dataOf(envelope, status);
}

export function dataOf(
  { error_code: code, error_message: message, data }: Envelope,
  status: number,
) {
  if (code === 0) return data;
  throw new BusinessError({ code, message, data, status });
}

function request(
  { path, method = 'POST' }: Pick<Call, 'path'> & { method?: string },
  input: object,
) {
  const headers = { accept: 'application/json', 'accept-language': document.documentElement.lang };
  const url = new URL(path, location.origin);
  if (method !== 'GET') {
    const body = JSON.stringify(input);
    return new Request(url, {
      method,
      body,
      headers: { ...headers, 'content-type': 'application/json' },
    });
  }
  for (const [name, value] of Object.entries(input))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return new Request(url, { headers });
}

async function exchange(asked: Request, { timeout = CALL_TIMEOUT, signal }: CallOptions) {
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), timeout);
  const stop = () => clock.abort();
  signal?.addEventListener('abort', stop);
  try {
    const response = await fetch(asked, { signal: clock.signal });
    const envelope = readEnvelope(
      await response.text(),
      response.status,
      response.headers.get('x-request-id'),
    );
    return { envelope, status: response.status };
  } catch (error) {
    if (error instanceof NetworkError || signal?.aborted) throw error;
    throw new NetworkError(clock.signal.aborted ? 'timeout' : 'offline');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** A proxy may respond with its own error page, which is not a valid envelope. */
export function readEnvelope(text: string, status: number, requestId: string | null): Envelope {
  try {
    const value: unknown = JSON.parse(text);
    if (isEnvelope(value)) return value;
  } catch {
    // Not JSON: handled below like any other invalid response.
  }
  const reason = [502, 503, 504].includes(status) ? 'gateway' : 'unreadable';
  throw new NetworkError(reason, requestId ?? undefined);
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'error_code' in value && 'data' in value;
}
