import { connect } from 'node:net';

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
