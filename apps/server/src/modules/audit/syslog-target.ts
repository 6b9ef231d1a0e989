import { connect as connectTcp, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { toAuditLine } from './audit-line.ts';
import type { AuditRow } from './audit.repository.ts';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'syslog+tcp:': 601, 'syslog+tls:': 6514 };
/** Facility 13, log audit; severity 6, informational, and 4, warning. */
const PRIORITIES = { success: 13 * 8 + 6, failure: 13 * 8 + 4 } as const;
/** The limits of RFC 5424 for these fields, which are printable ASCII without spaces. */
const MAX_HOSTNAME = 255;
const MAX_MSGID = 32;
/** No answer for this time is a failure. */
const TIMEOUT_MS = 15_000;
/** A batch is confirmed at the earliest after this time, or four times the time of connecting if that is longer. */
const MIN_SETTLE_MS = 200;

const printable = (text: string, length: number) =>
  text.replaceAll(/[^!-~]/g, '').slice(0, length) || '-';

/** RFC 5424 with the entry as JSON, framed by its length in bytes as in RFC 5425 and RFC 6587. */
function toSyslogFrame(row: AuditRow): string {
  const header = [
    `<${PRIORITIES[row.result]}>1`,
    row.addtime.toISOString(),
    printable(hostname(), MAX_HOSTNAME),
    'octavo',
    '-',
    printable(row.action, MAX_MSGID),
    '-',
  ].join(' ');
  const message = `${header} ${toAuditLine(row)}`;
  return `${Buffer.byteLength(message)} ${message}`;
}

function openSocket({ protocol, hostname: name, port }: URL): Promise<Socket> {
  const host = name.replaceAll(/^\[|\]$/g, '');
  const address = { host, port: Number(port) || (DEFAULT_PORTS[protocol] ?? 0) };
  return new Promise((resolve, reject) => {
    const isTls = protocol === 'syslog+tls:';
    const socket = isTls
      ? connectTls({ ...address, ...(isIP(host) === 0 && { servername: host }) }, () =>
          resolve(socket),
        )
      : connectTcp(address, () => resolve(socket));
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('the receiver did not respond')));
    socket.once('error', reject);
  });
}

/**
 * Syslog has no receipts. The server confirms a batch by closing the connection after it has read the end of it. A
 * server that dies closes it too, but before the end is sent, or with a reset because it has not read everything:
 * both are failures. For this the end is sent some time after the data, which have arrived by then.
 */
async function sendFrames(url: URL, frames: string): Promise<void> {
  const startedAt = performance.now();
  const socket = await openSocket(url);
  const settleMs = Math.max(MIN_SETTLE_MS, 4 * (performance.now() - startedAt));
  let isEnding = false;
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('end', () => {
      if (!isEnding) socket.destroy(new Error('the receiver closed the connection'));
    });
    socket.once('close', () => {
      if (isEnding && socket.readableEnded) resolve();
      else reject(new Error('the connection was lost'));
    });
  });
  socket.resume();
  const written = new Promise<void>((resolve) => {
    socket.write(frames, () => resolve());
  });
  await Promise.race([written.then(() => sleep(settleMs)), closed]);
  isEnding = true;
  socket.end();
  await closed;
}

export function createSyslogTarget(url: URL) {
  return {
    findLastLine: () => Promise.resolve(undefined),
    send: (rows: readonly AuditRow[]) => sendFrames(url, rows.map(toSyslogFrame).join('')),
  };
}
