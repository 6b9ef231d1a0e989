import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

const TIMEOUT_MS = 10_000;
const MAX_TEXT_BYTES = 256 * 1024;

/** Requests a file of the configured feed. Redirects are not followed, so that no other host is contacted. */
export function fetchFromFeed(feed: URL, name: string): Promise<IncomingMessage> {
  const url = new URL(feed);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${name}`;
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, { timeout: TIMEOUT_MS }, (response) => {
      if (response.statusCode === 200) resolve(response);
      else {
        response.resume();
        reject(new Error(`the feed responded with status ${response.statusCode}`));
      }
    });
    request.once('timeout', () => request.destroy(new Error('the feed timed out')));
    request.once('error', reject);
    request.end();
  });
}

export async function readFeedText(feed: URL, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of (await fetchFromFeed(feed, name)) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_TEXT_BYTES) throw new Error('the feed response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
