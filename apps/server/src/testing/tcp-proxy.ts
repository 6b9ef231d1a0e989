import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { choosePort } from '../../../../scripts/services/processes.ts';

/** Stands between a process and an engine, and takes the engine away. */
export interface TcpProxy {
  /** The engine's address with this proxy in its place. */
  readonly url: string;
  /** Ends all connections and refuses new ones, as when the engine is stopped. */
  cut(): Promise<void>;
  /** Lets nothing through in either direction, as when the network swallows every packet. */
  stall(): void;
  /** Undoes both. What a stalled connection held back is let through. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

function pair(client: Socket, engine: Socket): void {
  client.pipe(engine);
  engine.pipe(client);
  for (const [one, other] of [
    [client, engine],
    [engine, client],
  ] as const) {
    one.on('error', () => {});
    one.once('close', () => other.destroy());
  }
}

export async function openTcpProxy(engineUrl: string): Promise<TcpProxy> {
  const target = new URL(engineUrl);
  const sockets = new Set<Socket>();
  let stalled = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (stalled) socket.pause();
    return socket;
  };
  const server = createServer((client) => {
    const engine = connect(Number(target.port), target.hostname);
    pair(client, engine);
    keep(client);
    keep(engine);
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
    url: Object.assign(new URL(engineUrl), { host: `127.0.0.1:${port}` }).href,
    cut,
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    async mend() {
      stalled = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen();
    },
    async close() {
      if (server.listening) await cut();
    },
  };
}
