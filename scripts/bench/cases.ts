import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BenchTarget } from './compare.ts';
import type { BenchEnvironment } from './environment.ts';
import { pageText } from './fill-items.ts';
import type { FilledItem } from './fill-items.ts';
import type { BenchRequest } from './load.ts';
import { pgbench } from './pgbench.ts';
import { saveScript } from './save-script.ts';
import { uploadFile } from './upload-file.ts';

/** The items of a run; saves use an item of their own. */
export interface FilledItems {
  readonly reading: FilledItem;
  readonly writing: FilledItem;
  readonly middle: FilledItem;
  readonly large: FilledItem;
}

interface BenchPair {
  readonly bare: BenchTarget;
  readonly octavo: BenchTarget;
  end(): Promise<void>;
}

interface BenchCase {
  readonly name: string;
  readonly against: string;
  /** Fast enough for CI. */
  readonly isSmall?: boolean;
  prepare(): Promise<BenchPair>;
}

const BYTES = 'Fastify, same bytes';
const SELECT = 'Fastify, one named select';
const SAME_STATEMENTS = 'pgbench, same statements';
/** A menu is large, so more connections would only wait. */
const SINGLE_CONNECTION = 1;
const WRITERS = 16;

const USER_ROW = `select uid, username, name, email, email_verify, groupid, language, reg_time,
  last_login_time, password_time, email_sent_time from "user" where uid = $1`;
const PAGE_ROW = `select page.page_id, page.item_id, cat_id, page_title, s_number, version, page_type,
  author_username, addtime, page_addtime, page_content
  from page join page_body using (page_id) where page_id = $1 and del_time is null`;

/** Headers that describe the content, not the transport. */
const CONTENT_HEADERS = ['content-type', 'content-encoding', 'etag', 'vary', 'cache-control'];
const VISITOR = { 'content-type': 'application/json' };

export function makeBenchCases(
  field: BenchEnvironment,
  { reading, writing, middle, large }: FilledItems,
): BenchCase[] {
  const { targetFor: by, stack, startBare } = field;

  const comparePair = async (
    shot: BenchRequest,
    plan: object,
    connections?: number,
  ): Promise<BenchPair> => {
    const server = await startBare(plan);
    return {
      bare: by(server, shot, connections),
      octavo: by(stack, shot, connections),
      end: () => server.stop(),
    };
  };
  const fetchReference = async ({
    method = 'POST',
    path: address,
    headers,
    body,
  }: BenchRequest) => {
    const answer = await fetch(stack.url + address, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const all = [...answer.headers].filter(([name]) => CONTENT_HEADERS.includes(name));
    // `fetch` has decompressed the body already.
    const sent = Object.fromEntries(all.filter(([name]) => name !== 'content-encoding'));
    return { status: answer.status, headers: sent, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  /** Compares with a server that only sends the same bytes. */
  const sameBytes = async (
    shot: BenchRequest,
    plan: object = {},
    connections?: number,
  ): Promise<BenchPair> => {
    const { status, headers, bytes } = await fetchReference(shot);
    if (status !== 200) throw new Error(`${shot.path} returned status ${status}`);
    const file = path.join(field.folder, 'bytes');
    await writeFile(file, bytes);
    return comparePair(shot, { file, headers, ...plan }, connections);
  };
  const call = (
    address: string,
    body: object,
    headers: BenchRequest['headers'] = VISITOR,
  ): BenchRequest => ({
    path: address,
    headers,
    body,
    isCall: true,
  });
  /** Saves pages of one item, each by one writer at a time. */
  const saves = async ({ hasBaseVersion }: { hasBaseVersion: boolean }): Promise<BenchPair> => {
    const text = pageText(1);
    const each = Math.floor(writing.count / WRITERS);
    const { item_id } = writing;
    const pages = { first: writing.first, count: each * WRITERS, text, hasBaseVersion };
    const shot = { ...call('/api/page/save', { item_id }, field.headers), pages };
    const script = path.join(field.folder, 'save.sql');
    const saveScenario = { item_id, uid: field.owner.uid, first: writing.first, each, text };
    await writeFile(script, await saveScript(saveScenario));
    let pid = 0;
    return {
      bare: {
        run: (seconds) =>
          pgbench(field.databaseUrl, script, { clients: WRITERS, seconds }, (started) => {
            pid = started;
          }),
        program: () => pid,
        engines: field.engines,
      },
      octavo: by(stack, shot, WRITERS),
      end: async () => {},
    };
  };
  const pageInfo = call('/api/page/info', { page_id: reading.first });

  return [
    {
      name: 'user/info',
      isSmall: true,
      against: SELECT,
      prepare: () =>
        comparePair(call('/api/user/info', {}, field.headers), {
          select: USER_ROW,
          values: [field.owner.uid],
        }),
    },
    {
      name: 'page/info, cached',
      isSmall: true,
      against: BYTES,
      prepare: () => sameBytes(pageInfo),
    },
    {
      // More pages than the caches hold, requested in sequence.
      name: 'page/info, uncached',
      isSmall: true,
      against: SELECT,
      prepare: () =>
        comparePair({ ...pageInfo, pages: large }, { select: PAGE_ROW, values: ['{page_id}'] }),
    },
    {
      name: 'page/info, random of 5,000',
      against: SELECT,
      prepare: () =>
        comparePair(
          { ...pageInfo, pages: { ...middle, isRandom: true } },
          { select: PAGE_ROW, values: ['{page_id}'] },
        ),
    },
    {
      name: 'page/info, 304',
      against: 'Fastify, bare 304',
      async prepare() {
        const get = { method: 'GET', path: `/api/page/info?page_id=${reading.first}` } as const;
        const { headers } = await fetchReference({ ...get, headers: {} });
        const tag = headers['etag'] ?? '';
        return comparePair({ ...get, headers: { 'if-none-match': tag } }, { notModified: tag });
      },
    },
    {
      name: 'item/info, 1,000 pages',
      against: BYTES,
      prepare: () =>
        sameBytes(call('/api/item/info', { item_id: reading.item_id }), {}, SINGLE_CONNECTION),
    },
    {
      name: 'item/info, 5,000 pages',
      isSmall: true,
      against: BYTES,
      prepare: () =>
        sameBytes(call('/api/item/info', { item_id: middle.item_id }), {}, SINGLE_CONNECTION),
    },
    {
      name: 'page/save, 16 writers',
      isSmall: true,
      against: SAME_STATEMENTS,
      prepare: () => saves({ hasBaseVersion: false }),
    },
    {
      name: 'page/save with a base version, 16 writers',
      against: SAME_STATEMENTS,
      prepare: () => saves({ hasBaseVersion: true }),
    },
    {
      name: 'file of 1 MB',
      against: 'Fastify, bare stream',
      async prepare() {
        const url = await uploadFile(field, reading);
        const { cookie } = field.headers;
        return sameBytes({ method: 'GET', path: url, headers: { cookie } }, { isStream: true });
      },
    },
  ];
}
