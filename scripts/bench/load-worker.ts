import { createRequire } from 'node:module';
import type { Load, BenchRequest } from './load.ts';

/** The part of the autocannon API that is used here; its version is pinned. */
interface Request {
  readonly body?: string;
}
interface Context {
  page_id?: number;
}
interface Report {
  readonly duration: number;
  readonly errors: number;
  readonly mismatches: number;
  readonly '2xx': number;
  readonly '3xx': number;
  readonly '4xx': number;
  readonly '5xx': number;
  readonly latency: { readonly p99: number };
}
type Autocannon = (options: object) => Promise<Report>;

const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;
const [, , given = '{}'] = process.argv;
const { url, shot, connections, seconds } = JSON.parse(given) as {
  url: string;
  shot: BenchRequest;
  connections: number;
  seconds: number;
};
const { method = 'POST', path, headers, body, pages } = shot;
// Each round starts at a random page, to avoid pages that are still cached.
let number = pages ? Math.floor(Math.random() * pages.count) : 0;

/** The current version of each page that was saved here. */
const versions = new Map<number, number>();

/** Each request uses another page, and each saved text is unique. */
function setupRequest(request: Request, context: Context): Request {
  if (!pages) return request;
  number += 1;
  const at = pages.isRandom ? Math.floor(Math.random() * pages.count) : number % pages.count;
  const page_id = pages.first + at;
  const fields: Record<string, unknown> = { page_id };
  if (pages.text !== undefined)
    fields['page_content'] = `${pages.text}\n${process.pid} ${number}\n`;
  if (pages.hasBaseVersion) {
    fields['base_version'] = versions.get(page_id);
    context.page_id = page_id;
  }
  return { ...request, body: JSON.stringify({ ...body, ...fields }) };
}

function onResponse(_status: number, text: string, { page_id }: Context): void {
  const { data } = JSON.parse(text) as { data: { version: number } };
  if (page_id !== undefined) versions.set(page_id, data.version);
}

const report = await autocannon({
  url: url + path,
  method,
  headers,
  connections,
  duration: seconds,
  // A slow response on a busy machine is not a failure.
  timeout: 60,
  ...(method === 'POST' && { body: JSON.stringify(body) }),
  ...(pages && {
    requests: [{ setupRequest, ...(pages.hasBaseVersion && { onResponse }) }],
  }),
  ...(shot.isCall && { verifyBody: (text: string) => text.includes('"error_code":0') }),
});
const failed = report.errors + report.mismatches + report['4xx'] + report['5xx'];
if (failed > 0) throw new Error(`${path}: ${failed} requests failed`);
const requests = report['2xx'] + report['3xx'];
const load: Load = {
  requests,
  perSecond: requests / report.duration,
  p99: report.latency.p99,
};
console.log(JSON.stringify(load));
