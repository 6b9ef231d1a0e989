import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

/** The failure to simulate. */
type Fault = 'none' | 'down' | 'silent' | 'error' | 'refuses' | 'bends uploads' | 'bends downloads';

/** A proxy between the product and an S3 store that simulates failures. */
export interface StoreProxy {
  readonly url: string;
  set(fault: Fault): void;
  close(): Promise<void>;
}

/** Corrupts the last byte of a stream. */
function bent(): Transform {
  let held: Buffer | undefined;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      if (held) this.push(held);
      held = Buffer.from(piece);
      done();
    },
    flush(done) {
      const at = (held?.length ?? 0) - 1;
      if (held && at >= 0) held[at] = (held[at] ?? 0) ^ 0xff;
      if (held) this.push(held);
      done();
    },
  });
}

export async function openStoreProxy(target: string): Promise<StoreProxy> {
  let fault: Fault = 'none';
  const { port: targetPort } = new URL(target);

  function pass(from: IncomingMessage, to: ServerResponse): void {
    // The host header is part of the signature, so it is forwarded unchanged.
    const onward = ask(
      { port: targetPort, method: from.method, path: from.url, headers: from.headers },
      (answer) => {
        to.writeHead(answer.statusCode ?? 500, answer.headers);
        const bends = fault === 'bends downloads' && from.method === 'GET';
        (bends ? answer.pipe(bent()) : answer).pipe(to);
      },
    );
    onward.once('error', () => to.destroy());
    const bends = fault === 'bends uploads' && from.method === 'PUT';
    (bends ? from.pipe(bent()) : from).pipe(onward);
  }

  const server = createServer((from, to) => {
    if (fault === 'down') from.socket.resetAndDestroy();
    else if (fault === 'error') {
      from.resume();
      to.writeHead(500).end();
    } else if (fault === 'refuses') {
      // As with a revoked key, or a bucket over its quota.
      from.resume();
      to.writeHead(403).end();
    } else if (fault === 'silent') from.resume();
    else pass(from, to);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    set(next) {
      fault = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
