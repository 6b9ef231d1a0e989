import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { onTestFinished, vi } from 'vitest';
import { WAIT } from './wait.ts';

/** Opens `/api/events` over a real socket and collects the text received until it ends. */
export async function openEventStream(url: string, headers: Readonly<Record<string, string>>) {
  const asked = request(`${url}/api/events`, { headers, agent: false });
  onTestFinished(() => void asked.destroy());
  const heard = { text: '', ended: false };
  asked.on('error', () => {
    heard.ended = true;
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve);
    asked.once('error', reject);
    asked.end();
  });
  answer.setEncoding('utf8').on('data', (text: string) => (heard.text += text));
  answer.once('close', () => {
    heard.ended = true;
  });
  answer.on('error', () => {});
  const times = (name: string) => heard.text.split(`event: ${name}\n`).length - 1;
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: () => heard.text,
    times,
    isOpen: () => !heard.ended,
    hears: (name: string, least = 1) =>
      vi.waitFor(() => {
        if (times(name) < least) throw new Error(`no ${name} yet: ${heard.text}`);
      }, WAIT),
    ends: () =>
      vi.waitFor(() => {
        if (!heard.ended) throw new Error('the stream is still open');
      }, WAIT),
    leave: () => asked.destroy(),
  };
}
