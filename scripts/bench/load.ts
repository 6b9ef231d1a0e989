import path from 'node:path';
import { run } from '../services/processes.ts';

/** One call as a client makes it. */
export interface Shot {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Its answer is an envelope, which must tell of success. */
  readonly isCall?: boolean;
  /** Every request is for another of these pages; with a text it saves it. */
  readonly pages?: { readonly first: number; readonly count: number; readonly text?: string };
}

export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds within which 99 of 100 requests were answered. */
  readonly p99: number;
}

const WORKER = path.join(import.meta.dirname, 'load-worker.ts');

/** Loads one address from a process of its own. A single failed request is a failed measurement. */
export async function load(
  url: string,
  shot: Shot,
  size: { readonly connections: number; readonly seconds: number },
): Promise<Load> {
  const printed = await run(process.execPath, [WORKER, JSON.stringify({ url, shot, ...size })]);
  return JSON.parse(printed) as Load;
}
