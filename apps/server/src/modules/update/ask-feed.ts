import { request as askPlainly } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as askSafely } from 'node:https';

const PATIENCE_MS = 10_000;
const MOST_TEXT = 256 * 1024;

/** Requests a file of the configured feed. Redirects are not followed, so that no other host is contacted. */
export function askFeed(feed: URL, name: string): Promise<IncomingMessage> {
  const address = new URL(feed);
  address.pathname = `${address.pathname.replace(/\/$/, '')}/${name}`;
  const ask = address.protocol === 'https:' ? askSafely : askPlainly;
  return new Promise((resolve, reject) => {
    const asked = ask(address, { timeout: PATIENCE_MS }, (answer) => {
      if (answer.statusCode === 200) resolve(answer);
      else {
        answer.resume();
        reject(new Error(`the feed answers ${answer.statusCode}`));
      }
    });
    asked.once('timeout', () => asked.destroy(new Error('the feed is silent')));
    asked.once('error', reject);
    asked.end();
  });
}

export async function readFeed(feed: URL, name: string): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of (await askFeed(feed, name)) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MOST_TEXT) throw new Error('the feed says too much');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
