import type { prepareRequest } from './http-request.ts';

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

const TIMEOUT_MS = 20_000;
/** Longer responses are truncated for display. */
const MAX_CHARACTERS = 1_000_000;

/** Sends the request from the browser, without cookies, to any HTTP or HTTPS URL. */
export async function sendRequest(
  request: ReturnType<typeof prepareRequest>,
): Promise<HttpResponse> {
  const url = new URL(request.url);
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('not http');
  const begin = performance.now();
  const response = await fetch(url, {
    method: request.method,
    headers: new Headers(request.headers.map(([name, value]): [string, string] => [name, value])),
    ...(request.body !== undefined && { body: request.body }),
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: Math.round(performance.now() - begin),
    bytes: new Blob([text]).size,
    headers: [...response.headers],
    text: text.slice(0, MAX_CHARACTERS),
  };
}
