import type { prepareRequest } from './http-request.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

const MOST_MS = 20_000;
/** Longer responses are truncated for display. */
const MOST_CHARACTERS = 1_000_000;

/** Sends the request from the browser, without cookies, to any HTTP or HTTPS URL. */
export async function sendRequest(request: ReturnType<typeof prepareRequest>): Promise<HttpAnswer> {
  const address = new URL(request.url);
  if (!/^https?:$/.test(address.protocol)) throw new TypeError('not http');
  const begin = performance.now();
  const answer = await fetch(address, {
    method: request.method,
    headers: new Headers(request.headers.map(([name, value]): [string, string] => [name, value])),
    ...(request.body !== undefined && { body: request.body }),
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(MOST_MS),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    statusText: answer.statusText,
    milliseconds: Math.round(performance.now() - begin),
    bytes: new Blob([text]).size,
    headers: [...answer.headers],
    text: text.slice(0, MOST_CHARACTERS),
  };
}
