import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { onTestFinished, vi } from 'vitest';
import { WAIT } from './wait.ts';

/** Opens `/api/events` over a real socket and collects the text received until it ends. */
export async function openEventStream(url: string, headers: Readonly<Record<string, string>>) {
  const clientRequest = request(`${url}/api/events`, { headers, agent: false });
  onTestFinished(() => void clientRequest.destroy());
  const received = { text: '', ended: false };
  clientRequest.on('error', () => {
    received.ended = true;
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    clientRequest.once('response', resolve);
    clientRequest.once('error', reject);
    clientRequest.end();
  });
  answer.setEncoding('utf8').on('data', (text: string) => (received.text += text));
  answer.once('close', () => {
    received.ended = true;
  });
  answer.on('error', () => {});
  const countEvents = (name: string) => received.text.split(`event: ${name}\n`).length - 1;
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: () => received.text,
    countEvents,
    isOpen: () => !received.ended,
    waitForEvent: (name: string, minCount = 1) =>
      vi.waitFor(() => {
        if (countEvents(name) < minCount) throw new Error(`no ${name} yet: ${received.text}`);
      }, WAIT),
    waitForEnd: () =>
      vi.waitFor(() => {
        if (!received.ended) throw new Error('the stream is still open');
      }, WAIT),
    disconnect: () => clientRequest.destroy(),
  };
}
