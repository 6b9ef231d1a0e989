import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendRequest } from './http.ts';

const PROBE_MS = 100;

/** A small load balancer: round robin over ready processes, keep-alive connections, no retries. */
export interface LoadBalancer {
  readonly url: string;
  add(upstream: string): void;
  /** Number of requests that were forwarded to this process. */
  requestCount(upstream: string): number;
  /** True once the readiness probe of this process fails and all of its requests are answered. */
  isDrained(upstream: string): boolean;
  close(): void;
}

interface Upstream {
  readonly url: string;
  ready: boolean;
  requestCount: number;
  open: number;
}

async function probe(upstream: Upstream): Promise<void> {
  upstream.ready = await sendRequest(`${upstream.url}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

function forward(
  from: IncomingMessage,
  to: ServerResponse,
  upstream: Upstream,
  agent: Agent,
): void {
  upstream.requestCount += 1;
  upstream.open += 1;
  to.once('close', () => (upstream.open -= 1));
  const { method, headers, url } = from;
  const upstreamRequest = request(`${upstream.url}${url}`, { method, headers, agent }, (answer) => {
    const { connection: _, 'keep-alive': __, ...responseHeaders } = answer.headers;
    to.writeHead(answer.statusCode ?? 502, responseHeaders);
    answer.pipe(to);
    answer.once('error', () => to.destroy());
  });
  upstreamRequest.once('error', (error) => {
    if (to.headersSent) to.destroy();
    else to.writeHead(502).end(error.message);
  });
  from.pipe(upstreamRequest);
}

export async function startLoadBalancer(upstreams: readonly string[]): Promise<LoadBalancer> {
  const all: Upstream[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((from, to) => {
    const ready = all.filter((upstream) => upstream.ready);
    turn += 1;
    const upstream = ready[turn % ready.length];
    if (upstream) forward(from, to, upstream, agent);
    else to.writeHead(503).end('no process is ready');
  });
  const probes = setInterval(() => {
    for (const upstream of all) void probe(upstream);
  }, PROBE_MS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const add = (url: string) => all.push({ url, ready: false, requestCount: 0, open: 0 });
  for (const url of upstreams) add(url);
  await Promise.all(all.map(probe));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add,
    requestCount: (url) => all.find((upstream) => upstream.url === url)?.requestCount ?? 0,
    isDrained: (url) => all.some((one) => one.url === url && !one.ready && one.open === 0),
    close() {
      clearInterval(probes);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
