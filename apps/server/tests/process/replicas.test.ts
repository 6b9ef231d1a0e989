import { calls } from '@octavo/contract';
import type { MenuCatalog } from '@octavo/contract/item.entities';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { choosePort } from '../../../../scripts/services/processes.ts';
import type { Browser } from '../helpers/browser.ts';
import { sendRequest } from '../helpers/http.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import { multipart } from '../helpers/multipart.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';
import { startReplicatedDatabase } from '../helpers/replicated-database.ts';
import type { ReplicatedDatabase } from '../helpers/replicated-database.ts';
import { pickOne, seededRandom } from '../helpers/search-corpus.ts';
import { WAIT } from '../helpers/wait.ts';

/** `npm run nightly replicas` sets 100,000. */
const READS = Number(process.env['REPLICA_READS'] ?? 1500);
const PEOPLE = 6;
/** Longer than the texts that are read together with the metadata, so that a replica is asked for the version. */
const LONG_TEXT = 'The crew reads the tide table before every departure.\n'.repeat(1300);

let database: ReplicatedDatabase;
let site: Installation;
let servers: readonly [MeasuredServer, MeasuredServer];
let browser: Browser;
let itemId: number;

interface MeasuredServer extends RunningServer {
  /** The value of a metric of each replica, in the order of the configuration. */
  replicaMetric(name: string): Promise<number[]>;
}

async function startServer(env: Readonly<Record<string, string>> = {}): Promise<MeasuredServer> {
  const METRICS_PORT = String(await choosePort());
  const server = await site.start({ METRICS_PORT, ...env });
  return {
    ...server,
    async replicaMetric(name) {
      const { body } = await sendRequest(`http://127.0.0.1:${METRICS_PORT}/metrics`);
      return [...body.matchAll(new RegExp(`^${name}\\{.*\\} (.+)$`, 'gm'))].map(([, value]) =>
        Number(value),
      );
    },
  };
}

beforeAll(async () => {
  database = await startReplicatedDatabase();
  site = await openInstallation('empty', {
    DATABASE_URL: database.databaseUrl,
    DATABASE_MIGRATE_URL: database.migrateUrl,
    DATABASE_REPLICA_URLS: database.standbys.map((standby) => standby.url).join(', '),
  });
  const first = await startServer();
  servers = [first, await startServer()];
  browser = site.newBrowser();
  await browser.callOk(first, calls.user.login, ADMIN);
  const item = await browser.callOk(first, calls.item.add, { item_name: 'Harbor' });
  itemId = item.item_id;
});
afterAll(async () => {
  await site.close();
  await database.close();
});

/** The revision of each page of a person is in its title and in its text. */
const titleOf = (person: number, revision: number) => `Berth ${person} revision ${revision}`;
function revisionsIn(texts: readonly string[]): Map<number, number> {
  const found = texts.flatMap((text) => [...text.matchAll(/Berth (\d+) revision (\d+)/g)]);
  return new Map(found.map(([, person, revision]) => [Number(person), Number(revision)]));
}

function menuTitles({ pages, catalogs }: Pick<MenuCatalog, 'pages' | 'catalogs'>): string[] {
  return [...pages.map(({ page_title }) => page_title), ...catalogs.flatMap(menuTitles)];
}

type Read = (server: RunningServer, pageId: number) => Promise<Map<number, number>>;

const readPage: Read = async (server, page_id) => {
  const page = await browser.callOk(server, calls.page.info, { page_id });
  const shown = revisionsIn([page.page_title]);
  expect(revisionsIn([page.page_content.slice(0, 100)])).toEqual(shown);
  return shown;
};
const readMenu: Read = async (server) => {
  const { menu } = await browser.callOk(server, calls.item.info, { item_id: itemId });
  return revisionsIn(menuTitles(menu));
};
const searchItem: Read = async (server) => {
  const input = { item_id: itemId, keyword: 'revision' };
  const { pages } = await browser.callOk(server, calls.item.search, input);
  return revisionsIn(pages.map(({ page_title }) => page_title));
};
const searchAll: Read = async (server) => {
  const { list } = await browser.callOk(server, calls.search.all, { keyword: 'revision' });
  return revisionsIn(list.map(({ page_title }) => page_title));
};
const openDocument: Read = async (server, page_id) => {
  const { status, body } = await sendRequest(`${server.url}/${itemId}/${page_id}`, {
    headers: { accept: 'text/html' },
  });
  expect(status).toBe(200);
  return revisionsIn([/<title>(.*?)<\/title>/.exec(body)?.[1] ?? '']);
};
const ALL_READS = [readPage, openDocument, readMenu, searchItem, searchAll] as const;

/** What a person has seen by saves, from the caches of pages and menus, and in search results. */
type Source = 'save' | 'page' | 'menu' | 'search';

/**
 * Searches use replicas and must show everything that was seen before. Cached pages and menus may be older than a
 * search result, with and without replicas, until a message of another process arrives. `search/all` has a rate limit.
 */
const REPEATED_READS: readonly { read: Read; as: Source; notBefore: readonly Source[] }[] = [
  { read: readPage, as: 'page', notBefore: ['save', 'page'] },
  { read: openDocument, as: 'page', notBefore: ['save', 'page'] },
  { read: readMenu, as: 'menu', notBefore: ['save', 'menu'] },
  { read: searchItem, as: 'search', notBefore: ['save', 'page', 'menu', 'search'] },
];

async function save(server: RunningServer, person: number, page: { id: number; revision: number }) {
  const title = titleOf(person, page.revision);
  const { page_id } = await browser.callOk(server, calls.page.save, {
    item_id: itemId,
    page_title: title,
    page_content: `${title}\n${person % 2 === 0 ? LONG_TEXT : ''}`,
    ...(page.id > 0 && { page_id: page.id }),
  });
  return page_id;
}

const FILE_TEXT = 'High water at noon.';

/** Returns the path of a file of this page. */
async function uploadFile(server: RunningServer, page_id: number): Promise<string> {
  const { path, file: field } = calls.page.upload;
  const form = multipart({ page_id }, { field, name: 'tide.txt', bytes: Buffer.from(FILE_TEXT) });
  const { body } = await sendRequest(`${server.url}${path}`, {
    method: 'POST',
    headers: { ...browser.headers(), ...form.headers },
    body: form.payload,
  });
  const { data } = JSON.parse(body) as { data: { url: string } };
  return new URL(data.url, server.url).pathname;
}

describe('a site with two replicas', () => {
  it(
    'never shows an older revision than the same person has seen, with a replica two seconds behind',
    { timeout: 3_600_000 },
    async () => {
      await database.standbys[1].setDelay(2);
      const pages = Array.from({ length: PEOPLE }, () => ({ id: 0, revision: 1 }));
      for (const [person, page] of pages.entries()) page.id = await save(servers[0], person, page);
      let reads = 0;
      let saves = 0;
      const usePages = async (person: number) => {
        const random = seededRandom(person + 1);
        const server = servers[person % servers.length]!;
        const seen = {
          save: new Map(),
          page: new Map(),
          menu: new Map(),
          search: new Map(),
        } satisfies Record<Source, Map<number, number>>;
        const own = pages[person]!;
        while (reads < READS) {
          if (random() < 0.08) {
            own.revision += 1;
            await save(server, person, own);
            seen.save.set(person, own.revision);
            saves += 1;
          }
          reads += 1;
          const { read, as, notBefore } = pickOne(random, REPEATED_READS);
          for (const [of, revision] of await read(server, pickOne(random, pages).id)) {
            for (const source of notBefore)
              expect(revision, `${read.name} after ${source}`).toBeGreaterThanOrEqual(
                seen[source].get(of) ?? 0,
              );
            seen[as].set(of, revision);
          }
        }
      };
      await Promise.all(pages.map((_, person) => usePages(person)));
      const counts = await Promise.all(
        servers.map((server) => server.replicaMetric('database_replica_reads_total')),
      );
      console.log(`${reads} reads and ${saves} saves; reads by replica: ${JSON.stringify(counts)}`);
      for (const [current = 0] of counts) expect(current).toBeGreaterThan(0);
      await database.standbys[1].setDelay(0);
    },
  );

  it('leaves out a replica that lags and uses it again later', async () => {
    const server = await startServer({ DATABASE_REPLICA_MAX_LAG_MS: '1500' });
    const used = () => server.replicaMetric('database_replica_used');
    await vi.waitFor(async () => expect(await used()).toEqual([1, 1]), WAIT);
    await database.standbys[0].pauseReplay();
    await save(server, 10, { id: 0, revision: 1 });
    await vi.waitFor(async () => expect(await used()).toEqual([0, 1]), WAIT);
    expect(server.logsWithMessage('replica is left out')).toContainEqual(
      expect.objectContaining({ problem: 'it lags' }),
    );
    await database.standbys[0].resumeReplay();
    await vi.waitFor(async () => expect(await used()).toEqual([1, 1]), WAIT);
    await server.stop();
  });

  it('leaves out a server that is not a replica of its database', async () => {
    const server = await startServer({ DATABASE_REPLICA_URLS: site.database.databaseUrl });
    const [entry] = server.logsWithMessage('replica is left out');
    expect(entry).toMatchObject({ problem: 'it is not a standby' });
    expect(await server.replicaMetric('database_replica_used')).toEqual([0]);
    expect((await browser.call(server, calls.item.info, { item_id: itemId })).error_code).toBe(0);
    await server.stop();
  });
});

describe('a site whose primary is down', () => {
  it('shows pages, menus, files and searches from a replica, rejects saves, and recovers', async () => {
    const [server] = servers;
    const page = { id: await save(server, 11, { id: 0, revision: 1 }), revision: 2 };
    await save(server, 11, page);
    const file = await uploadFile(server, page.id);
    await database.standbys[0].waitUntilCurrent();
    await database.crashPrimary();
    for (const each of servers)
      for (const read of ALL_READS) expect((await read(each, page.id)).get(11)).toBe(2);
    expect(await sendRequest(`${server.url}${file}`)).toMatchObject({
      status: 200,
      body: FILE_TEXT,
    });
    const nothing = await browser.callOk(server, calls.search.all, { keyword: 'zeppelin' });
    expect(nothing.list).toEqual([]);
    await vi.waitFor(
      async () =>
        expect(await server.readiness()).toEqual({
          code: 200,
          status: 'degraded',
          reason: 'database is read-only: replicas are read',
        }),
      WAIT,
    );
    const rejected = await browser.call(server, calls.page.save, {
      item_id: itemId,
      page_id: page.id,
      page_title: titleOf(11, 3),
      page_content: titleOf(11, 3),
    });
    expect(rejected).toMatchObject({ status: 503, error_code: 10101 });
    await database.startPrimary();
    await vi.waitFor(async () => {
      expect(await server.readiness()).toEqual({ code: 200, status: 'ready' });
      await save(server, 11, { ...page, revision: 3 });
    }, WAIT);
    expect((await readPage(server, page.id)).get(11)).toBe(3);
  });

  it('shows no page until a replica has the last change', async () => {
    const [server] = servers;
    for (const standby of database.standbys) await standby.pauseReplay();
    const page = { id: await save(server, 12, { id: 0, revision: 7 }), revision: 8 };
    await save(server, 12, page);
    await database.crashPrimary();
    await vi.waitFor(async () => expect((await server.readiness()).code).toBe(503), WAIT);
    const { status } = await browser.call(server, calls.page.info, { page_id: page.id });
    expect(status).toBe(503);
    await database.standbys[0].resumeReplay();
    await vi.waitFor(async () => expect((await server.readiness()).code).toBe(200), WAIT);
    for (const read of ALL_READS) expect((await read(server, page.id)).get(12)).toBe(8);
    await database.startPrimary();
    await database.standbys[1].resumeReplay();
  });
});
