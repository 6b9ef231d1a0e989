import { createReadStream } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { LocalFile } from './storage.ts';

/** A store that sends nothing for this long is considered unavailable. */
const SILENCE_MS = 5000;
const SILENT = new Error('the store does not answer');
const TIMES = 3;

const agents = {
  'http:': new HttpAgent({ keepAlive: true, maxSockets: 64 }),
  'https:': new HttpsAgent({ keepAlive: true, maxSockets: 64 }),
};

interface Asked {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: LocalFile | Uint8Array;
}

function once(url: URL, { method, headers = {}, body }: Asked): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isSafe = url.protocol === 'https:';
    const agent = isSafe ? agents['https:'] : agents['http:'];
    const send = isSafe ? httpsRequest : httpRequest;
    const length = body instanceof Uint8Array ? body.length : (body?.size ?? 0);
    const request = send(url, {
      method,
      agent,
      timeout: SILENCE_MS,
      headers: { ...headers, ...(method === 'PUT' && { 'content-length': length }) },
    });
    request.once('timeout', () => request.destroy(SILENT));
    request.once('error', reject);
    request.once('response', resolve);
    if (body === undefined || body instanceof Uint8Array) request.end(body);
    // Files are streamed and never loaded into memory.
    else pipeline(createReadStream(body.path), request).catch(reject);
  });
}

const isFault = (status: number) => status >= 500 || status === 429;

/** Sends an HTTP request to a store. Transient errors are retried, with at most three attempts in total. */
export async function exchange(address: () => string, asked: Asked): Promise<IncomingMessage> {
  let last: unknown;
  for (let time = 1; time <= TIMES; time += 1) {
    try {
      const answer = await once(new URL(address()), asked);
      const status = answer.statusCode ?? 0;
      if (!isFault(status)) return answer;
      answer.resume();
      last = new Error(`the store answers ${status}`);
    } catch (error) {
      // No retry after a timeout: the client has already waited long enough.
      if (error === SILENT) throw error;
      last = error;
    }
  }
  throw last;
}
