import { request } from 'node:http';
import type { Agent, IncomingHttpHeaders } from 'node:http';

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface HttpOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Without an agent, each request opens its own connection. */
  readonly agent?: Agent;
}

/** Sends one request over a real socket; rejects if the connection breaks. */
export function sendRequest(url: string, options: HttpOptions = {}): Promise<HttpResponse> {
  const { method = 'GET', headers = {}, body, agent = false } = options;
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    clientRequest.once('error', reject);
    clientRequest.setTimeout(30_000, () =>
      clientRequest.destroy(new Error(`${url} did not respond`)),
    );
    clientRequest.end(body);
  });
}
