import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { choosePort } from '../../../../scripts/services/processes.ts';

/** A proxy between a process and a service such as PostgreSQL that simulates connection failures. */
export interface TcpProxy {
  /** The URL of the service with this proxy as host. */
  readonly url: string;
  /** Resets all connections and rejects new ones, as if the service were stopped. */
  cut(): Promise<void>;
  /** Forwards nothing in either direction, as if the network dropped every packet. */
  stall(): void;
  /** Undoes `cut` and `stall`. Data held back on stalled connections is forwarded. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

function connectSockets(client: Socket, upstream: Socket): void {
  client.pipe(upstream);
  upstream.pipe(client);
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.on('error', () => {});
    one.once('close', () => other.destroy());
  }
}

export async function startTcpProxy(upstreamUrl: string): Promise<TcpProxy> {
  const target = new URL(upstreamUrl);
  const sockets = new Set<Socket>();
  let stalled = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (stalled) socket.pause();
    return socket;
  };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    connectSockets(client, upstream);
    track(client);
    track(upstream);
  });
  const port = await choosePort();
  const listen = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen();
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };
  return {
    url: Object.assign(new URL(upstreamUrl), { host: `127.0.0.1:${port}` }).href,
    cut,
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    async restore() {
      stalled = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen();
    },
    async close() {
      if (server.listening) await cut();
    },
  };
}
