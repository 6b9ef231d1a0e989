import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { choosePort } from '../../../../scripts/services/processes.ts';
import { createSelfSignedCertificate } from './certificate.ts';

const PROGRAM = fileURLToPath(import.meta.url);

interface ReceiverOptions {
  readonly port: number;
  /** Each received message becomes a line of this file. */
  readonly file: string;
  /** `end`: keeps the messages of a connection only once it has ended, as a receiver with transactions. */
  readonly keep: 'each' | 'end';
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Splits the bytes of a connection into messages, each with its length in front. */
function createParser(onMessage: (message: string) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const space = rest.indexOf(' ');
      const length = Number(rest.subarray(0, Math.max(space, 0)).toString());
      if (space < 1 || rest.length < space + 1 + length) return;
      onMessage(rest.subarray(space + 1, space + 1 + length).toString());
      rest = rest.subarray(space + 1 + length);
    }
  };
}

/** The receiver as a process of its own. */
function receive({ port, file, keep, tls }: ReceiverOptions): void {
  const server = (tls ? createTlsServer.bind(undefined, tls) : createServer)((socket) => {
    let waiting = '';
    const parse = createParser((message) => {
      if (keep === 'each') appendFileSync(file, `${message}\n`);
      else waiting += `${message}\n`;
    });
    socket.on('data', parse);
    socket.on('end', () => appendFileSync(file, waiting));
    socket.on('error', () => {});
  });
  server.listen(port, '127.0.0.1', () => process.stdout.write('ready'));
}

export interface SyslogReceiver {
  readonly url: URL;
  /** The certificate of a receiver with TLS. */
  readonly certificate: string;
  messages(): string[];
  start(): Promise<void>;
  /** Ends the process without any warning. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export async function createSyslogReceiver({
  keep = 'each',
  withTls = false,
}: {
  keep?: ReceiverOptions['keep'];
  withTls?: boolean;
} = {}): Promise<SyslogReceiver> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-syslog-'));
  const port = await choosePort();
  const file = join(folder, 'messages');
  const tls = withTls ? createSelfSignedCertificate() : undefined;
  const options: ReceiverOptions = { port, file, keep, ...(tls && { tls }) };
  let child: ReturnType<typeof spawn> | undefined;
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return {
    url: new URL(`syslog+${withTls ? 'tls' : 'tcp'}://127.0.0.1:${port}`),
    certificate: tls?.cert ?? '',
    messages: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []),
    async start() {
      child = spawn(process.execPath, [PROGRAM, JSON.stringify(options)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      if (child.stdout) await once(child.stdout, 'data');
    },
    kill,
    async close() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

if (process.argv[1] === PROGRAM) receive(JSON.parse(process.argv[2] ?? '') as ReceiverOptions);
