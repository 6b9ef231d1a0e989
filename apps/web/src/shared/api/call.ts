import type { Call, CallInput, CallResponse } from '@octavo/contract/define-call';
import type { Envelope } from '@octavo/contract/envelope';
import { readerErrors } from '@octavo/contract/reader-errors';
import { announceLoginNeeded } from '../session/login-needed.ts';
import { BusinessError, NetworkError } from './call-error.ts';

export const CALL_TIMEOUT_MS = 20_000;

export interface EncodedBody {
  readonly body: string | Blob;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request is sent even if the page is closed meanwhile. */
  readonly keepalive?: boolean;
}

export interface CallOptions {
  readonly timeout?: number;
  /** The error "not logged in" does not redirect to the login screen. */
  readonly silent?: boolean;
  readonly signal?: AbortSignal;
  /** Encodes the body, for example with gzip. */
  readonly encode?: (json: string) => Promise<EncodedBody>;
}

/** Calls the server. Returns `data`, or throws a BusinessError (rejected) or a NetworkError (no valid response). */
export async function call<C extends Call>(
  definition: C,
  input: CallInput<C>,
  options: CallOptions = {},
): Promise<CallResponse<C>> {
  // The server validates its response against the schema of the call before it sends it.
  const json = JSON.stringify(input);
  const body = options.encode ? await options.encode(json) : { body: json };
  const request = buildRequest(definition, input, body);
  return (await send(request, options)) as CallResponse<C>;
}

async function send(httpRequest: Request, options: CallOptions): Promise<unknown> {
  const { envelope, status } = await fetchEnvelope(httpRequest, options);
  const isLoginRequired = [readerErrors.loginNeeded.code, readerErrors.siteNeedsLogin.code].some(
    (code) => code === envelope.error_code,
  );
  if (isLoginRequired && !options.silent) announceLoginNeeded();
  return unwrapEnvelope(envelope, status);
}

export function unwrapEnvelope(
  { error_code: code, error_message: message, data }: Envelope,
  status: number,
) {
  if (code === 0) return data;
  throw new BusinessError({ code, message, data, status });
}

function buildRequest(
  { path, method = 'POST' }: Pick<Call, 'path'> & { method?: string },
  input: object,
  body: EncodedBody,
) {
  const headers = { accept: 'application/json', 'accept-language': document.documentElement.lang };
  const url = new URL(path, location.origin);
  if (method !== 'GET')
    return new Request(url, {
      method,
      ...body,
      headers: { ...headers, 'content-type': 'application/json', ...body.headers },
    });
  for (const [name, value] of Object.entries(input))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return new Request(url, { headers });
}

async function fetchEnvelope(
  httpRequest: Request,
  { timeout = CALL_TIMEOUT_MS, signal }: CallOptions,
) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeout);
  const abort = () => controller.abort();
  signal?.addEventListener('abort', abort);
  try {
    const response = await fetch(httpRequest, { signal: controller.signal });
    const envelope = parseEnvelope(
      await response.text(),
      response.status,
      response.headers.get('x-request-id'),
    );
    return { envelope, status: response.status };
  } catch (error) {
    if (error instanceof NetworkError || signal?.aborted) throw error;
    throw new NetworkError(controller.signal.aborted ? 'timeout' : 'offline');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** A proxy may respond with its own error page, which is not a valid envelope. */
export function parseEnvelope(text: string, status: number, requestId: string | null): Envelope {
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
