import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts an HTTP server that the product must never call, and counts the requests to it. */
export async function startCanary() {
  let hits = 0;
  const server = createServer((_request, response) => {
    hits += 1;
    response.end();
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** Also closes the server. */
    closeAndCountHits(): number {
      server.close();
      return hits;
    },
  };
}
