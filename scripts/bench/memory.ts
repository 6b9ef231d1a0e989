import { readFileSync } from 'node:fs';
import type { FilledItems } from './cases.ts';
import type { BenchEnvironment } from './environment.ts';
import { pageText } from './fill-items.ts';
import type { FilledItem } from './fill-items.ts';
import { load } from './load.ts';
import type { BenchRequest } from './load.ts';
import { uploadFile } from './upload-file.ts';

/** Resident memory of the server process in MB. */
type MemoryUse = {
  readonly rest: number;
  readonly reads: number;
  readonly mixed: number;
};

const READS = 1000;
/** A reader opens a document and then loads further pages by calls. */
const PAGES_PER_DOCUMENT = 10;
const SECONDS_PER_KIND = 10;
const JSON_BODY = { 'content-type': 'application/json' };
const BROWSER = { ...JSON_BODY, 'accept-encoding': 'gzip, deflate, br' };

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

async function readPages(url: string, { item_id, first, count }: FilledItem): Promise<void> {
  for (let number = 0; number < READS; number += 1) {
    const page_id = first + (number % count);
    const answer = await (number % PAGES_PER_DOCUMENT === 0
      ? fetch(`${url}/${item_id}/${page_id}`)
      : fetch(`${url}/api/page/info`, {
          method: 'POST',
          headers: JSON_BODY,
          body: JSON.stringify({ page_id, with_html: true }),
        }));
    if (!answer.ok) throw new Error(`page ${page_id} returned status ${answer.status}`);
    await answer.arrayBuffer();
  }
}

/** All kinds of requests with the connections that send them. */
async function mixedLoad(
  field: BenchEnvironment,
  { reading, writing, middle, large }: FilledItems,
): Promise<(BenchRequest & { readonly connections: number })[]> {
  const call = (path: string, body: object, headers: BenchRequest['headers'] = BROWSER) => ({
    path,
    headers,
    body,
  });
  const menus = [reading, middle, large].map(({ item_id }) => ({
    ...call('/api/item/info', { item_id }),
    connections: 4,
  }));
  const { cookie } = field.headers;
  const { item_id, first } = reading;
  return [
    { ...call('/api/page/info', { page_id: first }), connections: 32 },
    { ...call('/api/page/info', {}, JSON_BODY), pages: large, connections: 32 },
    { ...call('/api/page/info', { with_html: true }), pages: large, connections: 8 },
    ...menus,
    { ...call('/api/item/info', { item_id: large.item_id }, JSON_BODY), connections: 4 },
    { ...call('/api/item/search', { item_id, keyword: '锁定库存' }), connections: 8 },
    {
      ...call('/api/page/save', { item_id: writing.item_id }, field.headers),
      pages: { ...writing, text: pageText(1) },
      connections: 16,
    },
    {
      method: 'GET',
      path: await uploadFile(field, reading),
      headers: { cookie },
      connections: 16,
    },
    {
      method: 'GET',
      path: `/${middle.item_id}/${middle.first}`,
      headers: BROWSER,
      connections: 8,
    },
    { ...call('/api/page/info', {}, JSON_BODY), pages: large, connections: 32 },
  ];
}

/**
 * Measures the memory of the server at rest, after 1,000 reads and after a mixed load of two minutes. It has to run
 * before all other loads of the environment, because a process does not return all memory to the system.
 */
export async function measureMemory(
  field: BenchEnvironment,
  items: FilledItems,
): Promise<MemoryUse> {
  const { url, pid } = field.stack;
  const rest = residentMegabytes(pid);
  await readPages(url, items.reading);
  const reads = residentMegabytes(pid);
  for (const { connections, ...shot } of await mixedLoad(field, items))
    await load(url, shot, { connections, seconds: SECONDS_PER_KIND });
  return { rest, reads, mixed: residentMegabytes(pid) };
}
