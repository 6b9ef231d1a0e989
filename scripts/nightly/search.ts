import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { connect } from '../../apps/server/src/db/connect.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { searchInItem } from '../../apps/server/src/modules/search/page-search.ts';
import {
  toSearchBody,
  toSearchText,
} from '../../apps/server/src/modules/search-index/search-text.ts';
import { all } from '../../apps/server/src/modules/search/search-all.service.ts';
import { loadCorpus } from '../../apps/server/tests/helpers/load-corpus.ts';
import {
  createCorpus,
  itemSizes,
  pickOne,
  seededRandom,
} from '../../apps/server/tests/helpers/search-corpus.ts';
import { QUERY_KINDS } from '../../apps/server/tests/helpers/search-queries.ts';
import { servicesEnv } from '../services/state.ts';
import { pageIndexRepository } from '../../apps/server/src/modules/search-index/page-index.repository.ts';

/**
 * Measures the cost of searches and saves on a site with a million pages in 20,000 items. Wall times depend on the
 * load of the machine; the CPU time of the database process does not.
 */
const PAGES = Number(process.env['SEARCH_PAGES'] ?? 1_000_000);
const ITEMS = Number(process.env['SEARCH_ITEMS'] ?? 20_000);
const LARGEST = Number(process.env['SEARCH_LARGEST'] ?? 20_000);
const SEARCHES = Number(process.env['SEARCH_QUERIES'] ?? 400);
const SAVES = Number(process.env['SEARCH_SAVES'] ?? 400);
/** The name of a database to keep and reuse; the first run fills it. */
const REUSED_DATABASE = process.env['SEARCH_DATABASE'];

const services = servicesEnv();
const name = REUSED_DATABASE ?? `octavo_search_${process.pid}`;
const databaseUrl = (key: string) =>
  Object.assign(new URL(services[key] ?? ''), { pathname: name }).href;
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(0);

async function runAsAdmin(sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: services['DATABASE_ADMIN_URL'] });
  await client.connect();
  const { rowCount } = await client.query(sql).finally(() => client.end());
  return rowCount ?? 0;
}

/** `few` owns 50 items and `many` 2,000; the ten largest belong to neither. */
async function fill(): Promise<void> {
  await runAsAdmin(
    `create database ${name} owner octavo_owner template template0 encoding UTF8 locale 'C.UTF-8'`,
  );
  await migrate({
    databaseUrl: databaseUrl('DATABASE_URL'),
    migrateUrl: databaseUrl('DATABASE_MIGRATE_URL'),
  });
  const client = new pg.Client({ connectionString: databaseUrl('DATABASE_MIGRATE_URL') });
  await client.connect();
  const { rows } = await client.query<{ uid: string }>(
    `insert into "user" (username, username_key)
     select n, n from unnest(array['few', 'many', 'rest']) n returning uid`,
  );
  const [few = 0, many = 0, rest = 0] = rows.map(({ uid }) => Number(uid));
  const ownerOf = (at: number) => {
    if (at < 10) return rest;
    if (at % Math.ceil(ITEMS / 50) === 11) return few;
    return at % 10 === 3 ? many : rest;
  };
  const start = performance.now();
  await client.query('drop index page_search_grams');
  const sizes = itemSizes(ITEMS, PAGES, LARGEST);
  await loadCorpus(
    client,
    sizes.map((pages, at) => ({ pages, uid: ownerOf(at) })),
    7,
  );
  console.log(`${PAGES} pages loaded by COPY in ${seconds(start)} s`);
  const built = performance.now();
  await client.query(`set maintenance_work_mem = '1GB'`);
  await client.query(
    'create index page_search_grams on page_search using gin ((item_id + 0), grams)',
  );
  await client.query('vacuum analyze');
  console.log(`index built and tables vacuumed in ${seconds(built)} s`);
  await client.end();
}

/** Returns the nanoseconds that a process has run, from the scheduler. */
function cpuOf(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((task) =>
      Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
    )
    .reduce((sum, part) => sum + part, 0);
}

function quantile(sorted: readonly number[], part: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
}

const databaseCount = await runAsAdmin(`select from pg_database where datname = '${name}'`);
if (databaseCount === 0) await fill();
const database = connect(databaseUrl('DATABASE_URL'), 1);
const { db } = database;
async function queryOne<Row extends pg.QueryResultRow>(
  sql: string,
  values: unknown[],
): Promise<Row> {
  const [row] = (await database.pool.query<Row>(sql, values)).rows;
  if (!row) throw new Error('the database is empty');
  return row;
}
const { pid } = await queryOne<{ pid: number }>('select pg_backend_pid() as pid', []);

const corpus = createCorpus(7);
const random = seededRandom(3);
const kinds = Object.values(QUERY_KINDS);
const words: string[] = [];
while (words.length < SEARCHES) {
  const text = corpus.makePage(words.length).lines.join('\n').toLowerCase();
  const word = pickOne(random, kinds)(random, text);
  if (word && Array.from(word.trim()).length >= 2) words.push(word.trim());
}

interface SearchCase {
  readonly title: string;
  readonly targetMs: number;
  search(word: string): Promise<unknown>;
}

async function itemSearchCase(pages: number, targetMs: number): Promise<SearchCase> {
  const { item_id, count } = await queryOne<{ item_id: number; count: number }>(
    `select item_id, count(*)::int as count from page_search group by 1
     order by abs(count(*) - $1) limit 1`,
    [pages],
  );
  const grant = { itemId: item_id, view: 'all' } as never;
  const head = { item_id, item_name: 'Item' };
  return {
    title: `item/search in ${count} pages`,
    targetMs,
    search: (keyword) =>
      searchInItem({ deps: { readDb: db }, grant }, head, { keyword, count: 20 }),
  };
}

async function globalSearchCase(username: string, targetMs: number): Promise<SearchCase> {
  const { uid, items, pages } = await queryOne<{ uid: number; items: number; pages: number }>(
    `select "user".uid, count(distinct item_id)::int as items, count(*)::int as pages
     from "user" join item on item.uid = "user".uid join page using (item_id)
     where username = $1 group by 1`,
    [username],
  );
  const ctx = { db, deps: { readDb: db }, viewer: { uid } } as never;
  const common = { page: 1, count: 20, author: '', days: 0, typing: true, scope: 'mine' } as const;
  return {
    title: `search/all over ${items} items, ${pages} pages`,
    targetMs,
    search: (keyword) => all(ctx, { ...common, keyword }),
  };
}

/** Measures the CPU time per save: the page row alone, with the search text, and with the later index update. */
async function measureSaves() {
  const body = (round: number) => corpus.makePage(round).lines.join('\n');
  const { page_id } = await queryOne<{ page_id: number }>(
    'select max(page_id) as page_id from page',
    [],
  );
  const texts = Array.from({ length: SAVES }, (_, round) => body(round));
  const cpu = async (act: () => Promise<unknown>) => {
    const before = cpuOf(pid);
    await act();
    return (cpuOf(pid) - before) / SAVES / 1e6;
  };
  const bare = await cpu(async () => {
    for (const [round, text] of texts.entries())
      await database.pool.query('update page_body set page_content = $2 where page_id = $1', [
        page_id - round,
        text,
      ]);
  });
  const copied = await cpu(async () => {
    for (const [round, text] of texts.entries()) {
      const search = toSearchText('Title', toSearchBody(text, 0));
      await database.pool.query(
        `update page_search set title_lc = $2, heads_lc = $3, body_lc = $4, grams = null,
           grams_version = null, addtime = clock_timestamp() - interval '2 minutes'
         where page_id = $1`,
        [page_id - round, search.title_lc, search.heads_lc, search.body_lc],
      );
    }
  });
  const indexed = await cpu(async () => {
    for (let at = 0; at < SAVES; at += 100)
      await pageIndexRepository(db).index(await pageIndexRepository(db).listStale(100));
    await pageIndexRepository(db).mergePendingList();
  });
  const times = (ms: number) => `${ms.toFixed(2)} ms, ${(ms / bare).toFixed(1)} times`;
  console.log(
    `save, CPU of the database: bare page row ${bare.toFixed(2)} ms; with its search text ` +
      `${times(bare + copied)}; with the index, updated later, ${times(bare + copied + indexed)}`,
  );
}

const cases = [
  await itemSearchCase(1000, 50),
  await itemSearchCase(20_000, 100),
  await globalSearchCase('few', 100),
  await globalSearchCase('many', 250),
];
for (const { title, targetMs, search } of cases) {
  const walls: number[] = [];
  const cpus: number[] = [];
  const slow: [number, string][] = [];
  for (const word of words.slice(0, 20)) await search(word);
  for (const word of words) {
    const [start, before] = [performance.now(), cpuOf(pid)];
    await search(word);
    walls.push(performance.now() - start);
    cpus.push((cpuOf(pid) - before) / 1e6);
    slow.push([cpus.at(-1) ?? 0, word]);
  }
  const [wall, cpu] = [walls, cpus].map((list) => list.toSorted((a, b) => a - b)) as [
    number[],
    number[],
  ];
  const slowest = slow.toSorted(([a], [b]) => b - a).slice(0, 5);
  console.log(
    `${title}: wall p50 ${quantile(wall, 0.5)} p99 ${quantile(wall, 0.99)} ms, CPU of the database p50 ` +
      `${quantile(cpu, 0.5)} p99 ${quantile(cpu, 0.99)} ms (target: p99 < ${targetMs} ms); slowest ` +
      slowest.map(([ms, word]) => `${word} ${ms.toFixed(0)}`).join(', '),
  );
}
await measureSaves();
await database.close();
if (!REUSED_DATABASE) await runAsAdmin(`drop database ${name} with (force)`);
