import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import type { Envelope } from '@octavo/contract/envelope';
import { errors } from '@octavo/contract/errors';
import { announceLoginNeeded } from '../session/login-needed.ts';
import { BusinessError, NetworkError } from './call-error.ts';

export const CALL_TIMEOUT = 20_000;

export interface CallOptions {
  readonly timeout?: number;
  /** A probe: "not logged in" is an answer here, not a reason to go to the login screen. */
  readonly silent?: boolean;
  readonly signal?: AbortSignal;
}

/** Asks the server. Gives `data`, or throws a BusinessError (refused) or NetworkError (no answer). */
export async function call<C extends Call>(
  declared: C,
  input: CallInput<C>,
  options: CallOptions = {},
): Promise<CallResponse<C>> {
  // The server has parsed its answer by the declared schema before it left.
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

/** A proxy in between may answer with a page of its own; that is no answer of ours. */
export function readEnvelope(text: string, status: number, requestId: string | null): Envelope {
  try {
    const value: unknown = JSON.parse(text);
    if (isEnvelope(value)) return value;
  } catch {
    // Not JSON: reported below like any other foreign answer.
  }
  const reason = [502, 503, 504].includes(status) ? 'gateway' : 'unreadable';
  throw new NetworkError(reason, requestId ?? undefined);
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'error_code' in value && 'data' in value;
}
