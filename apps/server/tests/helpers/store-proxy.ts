import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

/** The failure to simulate. */
type StoreFailure =
  | 'none'
  | 'down'
  | 'silent'
  | 'error'
  | 'denied'
  | 'corrupts uploads'
  | 'corrupts downloads';

/** A proxy between the product and an S3 store that simulates failures. */
export interface StoreProxy {
  readonly url: string;
  set(failure: StoreFailure): void;
  close(): Promise<void>;
}

/** Corrupts the last byte of a stream. */
function corruptLastByte(): Transform {
  let lastChunk: Buffer | undefined;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      if (lastChunk) this.push(lastChunk);
      lastChunk = Buffer.from(piece);
      done();
    },
    flush(done) {
      const at = (lastChunk?.length ?? 0) - 1;
      if (lastChunk && at >= 0) lastChunk[at] = (lastChunk[at] ?? 0) ^ 0xff;
      if (lastChunk) this.push(lastChunk);
      done();
    },
  });
}

export async function openStoreProxy(target: string): Promise<StoreProxy> {
  let failure: StoreFailure = 'none';
  const { port: targetPort } = new URL(target);

  function forward(from: IncomingMessage, to: ServerResponse): void {
    // The host header is part of the signature, so it is forwarded unchanged.
    const upstreamRequest = httpRequest(
      { port: targetPort, method: from.method, path: from.url, headers: from.headers },
      (answer) => {
        to.writeHead(answer.statusCode ?? 500, answer.headers);
        const corrupts = failure === 'corrupts downloads' && from.method === 'GET';
        (corrupts ? answer.pipe(corruptLastByte()) : answer).pipe(to);
      },
    );
    upstreamRequest.once('error', () => to.destroy());
    const corrupts = failure === 'corrupts uploads' && from.method === 'PUT';
    (corrupts ? from.pipe(corruptLastByte()) : from).pipe(upstreamRequest);
  }

  const server = createServer((from, to) => {
    if (failure === 'down') from.socket.resetAndDestroy();
    else if (failure === 'error') {
      from.resume();
      to.writeHead(500).end();
    } else if (failure === 'denied') {
      // As with a revoked key, or a bucket over its quota.
      from.resume();
      to.writeHead(403).end();
    } else if (failure === 'silent') from.resume();
    else forward(from, to);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    set(next) {
      failure = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
