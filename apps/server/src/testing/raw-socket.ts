import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** After this silence we close our side too: half a request is never answered. */
const SILENCE_MS = 1500;

export interface RawAnswer {
  /** All that came back until the other end closed. */
  readonly text: string;
  /** The status of every answer in it, in order. */
  readonly statuses: readonly number[];
}

/** Sends bytes exactly as they are: no client in between makes them well-formed. */
export function sendRaw(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.setTimeout(SILENCE_MS, () => socket.destroySoon());
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may well hang up while we are still sending: what it said until then counts.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1');
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((found) => Number(found[1]));
      resolve({ text, statuses });
    });
    socket.write(bytes);
  });
}

/** One request as text, closing the connection behind it. */
export function rawRequest(
  line: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string {
  const all = {
    host: 'octavo.test',
    connection: 'close',
    ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [line, ...lines, '', body].join('\r\n');
}

interface KeptAnswer {
  readonly status: number;
  /** The server has announced that it closes the connection. */
  readonly closes: boolean;
  readonly body: string;
}

/** The first whole response in the text, which must declare its length. */
function parseAnswer(text: string): KeptAnswer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  const body = text.slice(end + 4, end + 4 + length);
  if (body.length < length) return undefined;
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  return { status, closes: /^connection: close$/im.test(head), body };
}

/** One connection for several requests, each sent when the one before it has been answered. */
export async function openKeptSocket(port: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  // The server may close while a body is still being sent.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  const ask = (bytes: string | Buffer) =>
    new Promise<KeptAnswer>((resolve, reject) => {
      let text = '';
      const read = (piece: Buffer) => {
        text += piece.toString('latin1');
        const answer = parseAnswer(text);
        if (!answer) return;
        socket.off('data', read);
        resolve(answer);
      };
      socket.on('data', read);
      socket.once('close', () => reject(new Error(`closed without an answer: ${text}`)));
      socket.write(bytes);
    });
  return {
    ask,
    closed,
    /** The server closes as it has announced in this answer, or answers the next request. */
    async isUsableAfter({ closes }: KeptAnswer): Promise<boolean> {
      if (closes) {
        await closed;
        return true;
      }
      const { status, body } = await ask('GET /health/live HTTP/1.1\r\nhost: octavo.test\r\n\r\n');
      return status === 200 && body === '{"status":"live"}';
    },
  };
}
