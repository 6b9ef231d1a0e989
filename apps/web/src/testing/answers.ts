import { vi } from 'vitest';

/** What the server would send: the envelope around data, or around a refusal. */
export function answer(data: unknown, status = 200): Response {
  return Response.json({ error_code: 0, error_message: '', data }, { status });
}

export function refusal(error_code: number, error_message: string, data: unknown = null): Response {
  return Response.json({ error_code, error_message, data });
}

/** Stands in for the network, the only border of the web; every request made is kept. */
export function stubNetwork(reply: (request: Request) => Response | Promise<Response>) {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (request: Request, init?: RequestInit) => {
    requests.push(request);
    return await Promise.race([reply(request.clone()), aborted(init?.signal)]);
  });
  return requests;
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });
}
