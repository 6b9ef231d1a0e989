import { request as askHttp } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as askHttps } from 'node:https';
import { rootCertificates } from 'node:tls';
import { PATIENCE_MS } from './patience.ts';
import { providerLookup } from './provider-address.policy.ts';
import type { Provider } from './provider.policy.ts';

/** Far more than a token or user info response needs. */
const MOST_BYTES = 256 * 1024;

export interface Question {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** A request with a form is a POST. */
  readonly form?: URLSearchParams;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends a request. All requests of one client share one timeout. */
export type AskProvider = (question: Question) => Promise<Answer>;

async function read(message: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of message as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new Error(`an answer of more than ${MOST_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/**
 * Sends requests only to URLs that an administrator has configured and follows no redirects, so that a response cannot
 * send the server to another host. Local addresses are connected to only if the operator allows them. `ca`: additional
 * trusted CA certificates, as PEM.
 */
export function providerQuestions({
  ca,
  allowedAddresses,
}: Pick<Provider, 'ca' | 'allowedAddresses'>): AskProvider {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return ({ url, headers = {}, form }) =>
    new Promise<Answer>((resolve, reject) => {
      const body = form?.toString();
      const isSafe = url.protocol === 'https:';
      const options: RequestOptions = {
        method: body === undefined ? 'GET' : 'POST',
        agent: false,
        lookup: providerLookup(url, allowedAddresses),
        signal,
        headers: {
          accept: 'application/json',
          'user-agent': 'octavo',
          ...(body !== undefined && {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': Buffer.byteLength(body),
          }),
          ...headers,
        },
        ...(isSafe && ca !== '' && { ca: [...rootCertificates, ca] }),
      };
      const onMessage = (message: IncomingMessage) => {
        read(message).then(
          (text) => resolve({ status: message.statusCode ?? 0, text }),
          (error: unknown) => {
            message.destroy();
            reject(error);
          },
        );
      };
      const request = isSafe ? askHttps(url, options, onMessage) : askHttp(url, options, onMessage);
      request.once('error', reject);
      request.end(body);
    });
}
