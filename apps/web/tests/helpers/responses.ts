import { vi } from 'vitest';

/** Responses as the server sends them: the envelope with data or with an error. */
export function okResponse(data: unknown, status = 200): Response {
  return Response.json({ error_code: 0, error_message: '', data }, { status });
}

export function errorResponse(
  error_code: number,
  error_message: string,
  data: unknown = null,
): Response {
  return Response.json({ error_code, error_message, data });
}

/** Replaces fetch, the only way the web app reaches the network, and records every request. */
export function stubFetch(reply: (request: Request) => Response | Promise<Response>) {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (request: Request, init?: RequestInit) => {
    requests.push(request);
    return await Promise.race([reply(request.clone()), rejectOnAbort(init?.signal)]);
  });
  return requests;
}

function rejectOnAbort(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });
}
