import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { send } from './http.ts';

const PROBE_MS = 100;

/** A small load balancer: round robin over ready processes, keep-alive connections, no retries. */
export interface Balancer {
  readonly url: string;
  add(upstream: string): void;
  /** Number of requests that were forwarded to this process. */
  served(upstream: string): number;
  /** True once the readiness probe of this process fails and all of its requests are answered. */
  looksAway(upstream: string): boolean;
  close(): void;
}

interface Upstream {
  readonly url: string;
  ready: boolean;
  served: number;
  open: number;
}

async function probe(upstream: Upstream): Promise<void> {
  upstream.ready = await send(`${upstream.url}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

function pass(from: IncomingMessage, to: ServerResponse, upstream: Upstream, agent: Agent): void {
  upstream.served += 1;
  upstream.open += 1;
  to.once('close', () => (upstream.open -= 1));
  const { method, headers, url } = from;
  const sent = request(`${upstream.url}${url}`, { method, headers, agent }, (answer) => {
    const { connection: _, 'keep-alive': __, ...kept } = answer.headers;
    to.writeHead(answer.statusCode ?? 502, kept);
    answer.pipe(to);
    answer.once('error', () => to.destroy());
  });
  sent.once('error', (error) => {
    if (to.headersSent) to.destroy();
    else to.writeHead(502).end(error.message);
  });
  from.pipe(sent);
}

export async function openBalancer(upstreams: readonly string[]): Promise<Balancer> {
  const all: Upstream[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((from, to) => {
    const ready = all.filter((upstream) => upstream.ready);
    turn += 1;
    const upstream = ready[turn % ready.length];
    if (upstream) pass(from, to, upstream, agent);
    else to.writeHead(503).end('no process is ready');
  });
  const probes = setInterval(() => {
    for (const upstream of all) void probe(upstream);
  }, PROBE_MS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const add = (url: string) => all.push({ url, ready: false, served: 0, open: 0 });
  for (const url of upstreams) add(url);
  await Promise.all(all.map(probe));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add,
    served: (url) => all.find((upstream) => upstream.url === url)?.served ?? 0,
    looksAway: (url) => all.some((one) => one.url === url && !one.ready && one.open === 0),
    close() {
      clearInterval(probes);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
