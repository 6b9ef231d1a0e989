import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface ReceivedPurge {
  readonly tags: readonly string[];
  readonly headers: IncomingHttpHeaders;
}

/** Receives the purges of a CDN and responds with `status`. */
export async function startPurgeReceiver() {
  const purges: ReceivedPurge[] = [];
  const receiver = { status: 204, purges };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { tags } = (await json(request)) as Pick<ReceivedPurge, 'tags'>;
    if (receiver.status < 300) purges.push({ tags, headers: request.headers });
    response.writeHead(receiver.status).end();
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`,
    /** How often this tag was received. */
    countOf: (tag: string) => purges.filter(({ tags }) => tags.includes(tag)).length,
    close: () => void server.close(),
  });
}
