import path from 'node:path';
import { run } from '../services/processes.ts';

/** One request as a client sends it. */
export interface BenchRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The response is an envelope, whose error code must be 0. */
  readonly isCall?: boolean;
  /** Every request uses another one of these pages. */
  readonly pages?: {
    readonly first: number;
    readonly count: number;
    /** In random order instead of one after the other. */
    readonly isRandom?: boolean;
    /** Saves this text, changed for each request. */
    readonly text?: string;
    /** Saves with the version that the text is based on, as the editor does. */
    readonly hasBaseVersion?: boolean;
  };
}

export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  /** 99th percentile of the response time in milliseconds. */
  readonly p99: number;
}

const WORKER = path.join(import.meta.dirname, 'load-worker.ts');

/** Sends requests to one URL from a separate process. A single failed request makes the measurement fail. */
export async function load(
  url: string,
  shot: BenchRequest,
  size: { readonly connections: number; readonly seconds: number },
): Promise<Load> {
  const output = await run(process.execPath, [WORKER, JSON.stringify({ url, shot, ...size })]);
  return JSON.parse(output) as Load;
}
