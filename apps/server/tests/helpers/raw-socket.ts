import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** Idle time after which the client closes the connection: the server never answers an incomplete request. */
const IDLE_TIMEOUT_MS = 1500;

export interface RawResponse {
  /** Everything received until the server closed the connection. */
  readonly text: string;
  /** The status codes of all responses, in order. */
  readonly statuses: readonly number[];
}

/** Sends bytes unchanged, without an HTTP client that would normalize them. */
export function sendRaw(port: number, bytes: string | Buffer): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroySoon());
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close the connection during the upload: the response received until then counts.
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

/** Returns one request as text, with `connection: close`. */
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

interface KeepAliveResponse {
  readonly status: number;
  /** The server has sent `connection: close`. */
  readonly closes: boolean;
  readonly body: string;
}

/** Parses the first complete response in the text, which must have a content length. */
function parseResponse(text: string): KeepAliveResponse | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const headerText = text.slice(0, end);
  const length = Number(/^content-length: (\d+)$/im.exec(headerText)?.[1] ?? 0);
  const body = text.slice(end + 4, end + 4 + length);
  if (body.length < length) return undefined;
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(headerText)?.[1]);
  return { status, closes: /^connection: close$/im.test(headerText), body };
}

/** Opens one connection for several requests, each sent after the previous one is answered. */
export async function openKeepAliveSocket(port: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  // The server may close while a body is still being sent.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  const request = (bytes: string | Buffer) =>
    new Promise<KeepAliveResponse>((resolve, reject) => {
      let text = '';
      const read = (piece: Buffer) => {
        text += piece.toString('latin1');
        const answer = parseResponse(text);
        if (!answer) return;
        socket.off('data', read);
        resolve(answer);
      };
      socket.on('data', read);
      socket.once('close', () => reject(new Error(`closed without a response: ${text}`)));
      socket.write(bytes);
    });
  return {
    request,
    closed,
    /** True if the server closes the connection as announced in this response, or answers the next request. */
    async isUsableAfter({ closes }: KeepAliveResponse): Promise<boolean> {
      if (closes) {
        await closed;
        return true;
      }
      const { status, body } = await request(
        'GET /health/live HTTP/1.1\r\nhost: octavo.test\r\n\r\n',
      );
      return status === 200 && body === '{"status":"live"}';
    },
  };
}
