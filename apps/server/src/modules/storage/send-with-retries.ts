import { createReadStream } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { LocalFile } from './storage.ts';

/** A store that sends nothing for this long is considered unavailable. */
const IDLE_TIMEOUT_MS = 5000;
const TIMEOUT_ERROR = new Error('the store timed out');
const MAX_ATTEMPTS = 3;

const agents = {
  'http:': new HttpAgent({ keepAlive: true, maxSockets: 64 }),
  'https:': new HttpsAgent({ keepAlive: true, maxSockets: 64 }),
};

interface RequestOptions {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: LocalFile | Uint8Array;
}

function sendOnce(
  url: URL,
  { method, headers = {}, body }: RequestOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isHttps = url.protocol === 'https:';
    const agent = isHttps ? agents['https:'] : agents['http:'];
    const send = isHttps ? httpsRequest : httpRequest;
    const length = body instanceof Uint8Array ? body.length : (body?.size ?? 0);
    const request = send(url, {
      method,
      agent,
      timeout: IDLE_TIMEOUT_MS,
      headers: { ...headers, ...(method === 'PUT' && { 'content-length': length }) },
    });
    request.once('timeout', () => request.destroy(TIMEOUT_ERROR));
    request.once('error', reject);
    request.once('response', resolve);
    if (body === undefined || body instanceof Uint8Array) request.end(body);
    // Files are streamed and never loaded into memory.
    else pipeline(createReadStream(body.path), request).catch(reject);
  });
}

const isTransient = (status: number) => status >= 500 || status === 429;

/** Sends an HTTP request to a store. Transient errors are retried, with at most three attempts in total. */
export async function sendWithRetries(
  getUrl: () => Promise<string>,
  options: RequestOptions,
): Promise<IncomingMessage> {
  let lastError: unknown;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    try {
      const response = await sendOnce(new URL(await getUrl()), options);
      const status = response.statusCode ?? 0;
      if (!isTransient(status)) return response;
      response.resume();
      lastError = new Error(`the store responded with status ${status}`);
    } catch (error) {
      // No retry after a timeout: the client has already waited long enough.
      if (error === TIMEOUT_ERROR) throw error;
      lastError = error;
    }
  }
  throw lastError;
}
