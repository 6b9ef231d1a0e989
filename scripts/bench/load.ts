import { fileURLToPath } from 'node:url';
import { run } from '../services/processes.ts';

const AUTOCANNON = fileURLToPath(import.meta.resolve('autocannon'));

export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds within which 99 of 100 requests were answered. */
  readonly p99: number;
}

/** The part of autocannon's report that is read here; its version is pinned. */
interface Report {
  readonly duration: number;
  readonly errors: number;
  readonly non2xx: number;
  readonly '2xx': number;
  readonly latency: { readonly p99: number };
}

/** Loads one address from a process of its own. A single failed request is a failed measurement. */
export async function load(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const call = ['-m', 'POST', '-b', JSON.stringify(body), ...given, url];
  const size = ['-c', String(connections), '-d', String(seconds)];
  const printed = await run(process.execPath, [AUTOCANNON, '-j', '-n', ...size, ...call]);
  const report = JSON.parse(printed) as Report;
  if (report.errors > 0 || report.non2xx > 0)
    throw new Error(`${url}: ${report.errors} errors, ${report.non2xx} refusals`);
  const requests = report['2xx'];
  return { requests, perSecond: requests / report.duration, p99: report.latency.p99 };
}
