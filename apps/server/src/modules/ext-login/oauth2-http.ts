import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { rootCertificates } from 'node:tls';
import { EXTERNAL_TIMEOUT_MS } from './external-timeout.ts';
import { providerLookup } from './provider-address.policy.ts';
import type { Provider } from './provider.policy.ts';

/** Far more than a token or user info response needs. */
const MAX_RESPONSE_BYTES = 256 * 1024;

export interface ProviderRequest {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** A request with a body is a POST. */
  readonly body?: string;
}

export interface ProviderResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request. All requests of one client share one timeout. */
export type SendProviderRequest = (providerRequest: ProviderRequest) => Promise<ProviderResponse>;

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES)
      throw new Error(`the response is larger than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Sends requests only to URLs that an administrator has configured and follows no redirects, so that a response cannot
 * send the server to another host. Local addresses are connected to only if the operator allows them. `ca`: additional
 * trusted CA certificates, as PEM.
 */
export function createProviderClient({
  ca,
  allowedAddresses,
}: Pick<Provider, 'ca' | 'allowedAddresses'>): SendProviderRequest {
  const signal = AbortSignal.timeout(EXTERNAL_TIMEOUT_MS);
  return ({ url, headers = {}, body }) =>
    new Promise<ProviderResponse>((resolve, reject) => {
      const isHttps = url.protocol === 'https:';
      const options: RequestOptions = {
        method: body === undefined ? 'GET' : 'POST',
        agent: false,
        lookup: providerLookup(url, allowedAddresses),
        signal,
        headers: {
          accept: 'application/json',
          'user-agent': 'octavo',
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
        ...(isHttps && ca !== '' && { ca: [...rootCertificates, ca] }),
      };
      const onResponse = (response: IncomingMessage) => {
        readBody(response).then(
          (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          (error: unknown) => {
            response.destroy();
            reject(error);
          },
        );
      };
      const request = isHttps
        ? httpsRequest(url, options, onResponse)
        : httpRequest(url, options, onResponse);
      request.once('error', reject);
      request.end(body);
    });
}
