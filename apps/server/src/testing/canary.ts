import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address that nobody of ours may ever ask, and how often it was. */
export async function openCanary() {
  let hits = 0;
  const server = createServer((_request, response) => {
    hits += 1;
    response.end();
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** Ends it. */
    countHits(): number {
      server.close();
      return hits;
    },
  };
}
