import { fileURLToPath } from 'node:url';
import { calls } from '@octavo/contract';
import { languages } from '@octavo/contract/entities';
import type { Language } from '@octavo/contract/entities';
import type { MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ensureFirstAdmin, ensureSampleItems } from '../../first-start.ts';
import { createTestDatabase } from '../../../tests/helpers/database.ts';
import type { TestDatabase } from '../../../tests/helpers/database.ts';
import {
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import { runProgram } from '../../../tests/helpers/program.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { openInstallation } from '../../../tests/helpers/installation.ts';
import { readContent } from './content-folder.ts';

const OCTAVO = fileURLToPath(new URL('../../cli/octavo.ts', import.meta.url));

interface ItemRow {
  readonly item_domain: string;
  readonly username: string;
  readonly is_open: boolean;
  readonly pages: number;
}

function listItems(database: Pick<TestDatabase, 'query'>): Promise<ItemRow[]> {
  return database.query<ItemRow>(
    `select item_domain, username, item.password_hash is null as is_open,
       (select count(*)::int from page where page.item_id = item.item_id) as pages
     from item join "user" using (uid) order by item_id`,
  );
}

async function expectedItems(username: string, language: Language): Promise<ItemRow[]> {
  const [help, demo] = await Promise.all([
    readContent('help', language),
    readContent('demo', language),
  ]);
  return [
    { item_domain: 'help', username, is_open: true, pages: help.pages.length },
    { item_domain: 'demo', username, is_open: true, pages: demo.pages.length },
  ];
}

/** Completes the setup with the printed link, like the operator of a new site. */
async function completeSetup(site: TestSite): Promise<void> {
  await ensureFirstAdmin(site.deps);
  const line = site.logLines.find((logged) => logged.includes('setup_link')) ?? '{}';
  const link = new URL((JSON.parse(line) as { setup_link: string }).setup_link);
  const token = link.searchParams.get('token') ?? '';
  const input = { username: 'mei', password: PASSWORD, confirm_password: PASSWORD, token };
  await makeVisitor(site).callOk(calls.user.setup, input);
}

function allPages(menu: { pages: MenuPage[]; catalogs: MenuCatalog[] }): MenuPage[] {
  return [...menu.pages, ...menu.catalogs.flatMap(allPages)];
}

describe('the sample content of the first administrator', () => {
  it('is created with the setup link and not again at the next start', async () => {
    const site = await openIsolatedSite();
    await completeSetup(site);
    expect(await listItems(site.database)).toEqual(await expectedItems('mei', 'en'));
    await makeUser(site, { admin: true });
    await ensureSampleItems(site.deps);
    expect(await listItems(site.database)).toHaveLength(2);
  });

  it('is created by the command line, once', async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const octavo = (args: string) =>
      runProgram(process.execPath, [OCTAVO, ...args.split(' ')], {
        DATABASE_URL: database.databaseUrl,
      });
    await octavo('user create --username tomas --password quiet-boats-7');
    expect(await listItems(database)).toEqual([]);
    const made = await octavo('user create --username mei --password quiet-boats-7 --admin');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    await octavo('user create --username lin --password quiet-boats-7 --admin');
    expect(await listItems(database)).toEqual(await expectedItems('mei', 'zh-cn'));
  });

  it('is created at the next start after an update', async () => {
    const site = await openIsolatedSite();
    await makeUser(site, { username: 'mei', admin: true });
    await ensureSampleItems(site.deps);
    expect(await listItems(site.database)).toEqual(await expectedItems('mei', 'en'));
  });

  it('is not created when DEMO_ITEMS is 0', async () => {
    const site = await openIsolatedSite({ DEMO_ITEMS: '0' });
    await completeSetup(site);
    await ensureSampleItems(site.deps);
    expect(await listItems(site.database)).toEqual([]);
    const answer = await makeVisitor(site).call(calls.item.info, { item_id: 'demo' });
    expect(answer.error_code).toBe(10101);
  });
});

describe('help and demo', () => {
  it('are not created before there is an administrator', async () => {
    const site = await openIsolatedSite();
    await makeUser(site);
    await ensureSampleItems(site.deps);
    expect(await listItems(site.database)).toEqual([]);
  });

  it('are created once by three processes that start concurrently', async () => {
    const site = await openInstallation('empty');
    onTestFinished(() => site.close());
    await Promise.all([site.start(), site.start(), site.start()]);
    expect(await listItems(site.database)).toEqual(await expectedItems('harbor-master', 'en'));
  });

  it('are created by the next attempt after a failed one', async () => {
    const site = await openIsolatedSite();
    await makeUser(site, { username: 'mei', admin: true });
    const [made] = await site.database.query<{ item_id: string }>(
      `insert into item (item_name, item_domain, uid)
       select 'In the way', 'demo', uid from "user" returning item_id`,
    );
    await expect(ensureSampleItems(site.deps)).rejects.toThrow('item_domain');
    await site.database.query('delete from item where item_id = $1', [made?.item_id]);
    await Promise.all([1, 2, 3].map(() => ensureSampleItems(site.deps)));
    expect(await listItems(site.database)).toEqual(await expectedItems('mei', 'en'));
  });

  it('are not created again after they are deleted', async () => {
    const site = await openIsolatedSite();
    await completeSetup(site);
    await site.database.query('delete from item');
    await ensureSampleItems(site.deps);
    expect(await listItems(site.database)).toEqual([]);
  });

  it('are the only items with these domains', async () => {
    const site = await openIsolatedSite();
    const { client } = await makeLoggedInUser(site);
    for (const item_domain of ['help', 'Demo']) {
      const answer = await client.call(calls.item.add, { item_name: 'Mine', item_domain });
      expect(answer.error_code).toBe(10305);
    }
  });
});

describe.each(languages)('a visitor of a site in %s', (language) => {
  const keywords = { en: 'reserves stock', 'zh-cn': '锁定库存' };
  let site: TestSite;
  beforeAll(async () => {
    site = await openTestSite({ DEFAULT_LANGUAGE: language });
    await completeSetup(site);
  });
  afterAll(() => site.close());

  it('reads both items, follows their links and searches them', async () => {
    const client = makeVisitor(site);
    for (const name of ['help', 'demo'] as const) {
      const content = await readContent(name, language);
      const info = await client.callOk(calls.item.info, { item_id: name });
      expect(info).toMatchObject({
        item_name: content.item.title,
        item_description: content.item.text,
        is_private: 0,
        item_edit: false,
      });
      const pages = allPages(info.menu);
      const ids = new Set(pages.map(({ page_id }) => page_id));
      expect(pages.map(({ page_title }) => page_title).toSorted()).toEqual(
        content.pages.map(({ title }) => title).toSorted(),
      );
      for (const { page_id, page_title } of pages) {
        const page = await client.callOk(calls.page.info, { page_id });
        expect(page.page_title).toBe(page_title);
        expect(page.page_content).not.toContain('.md)');
        const links = page.page_content.matchAll(new RegExp(`\\]\\(/${name}/(\\d+)`, 'g'));
        for (const [, linked] of links) expect(ids).toContain(Number(linked));
      }
    }
    const found = await client.callOk(calls.item.search, {
      item_id: 'demo',
      keyword: keywords[language],
    });
    expect(found.pages.length).toBeGreaterThan(0);
  });

  it('sees the demo in the order of its files, with the methods of API pages', async () => {
    const { menu } = await makeVisitor(site).callOk(calls.item.info, { item_id: 'demo' });
    const { catalogs, pages } = await readContent('demo', language);
    const inFolder = (folder: string) =>
      pages.filter((page) => page.folder === folder).map(({ title }) => title);
    const top = catalogs.filter(({ folder }) => !folder.includes('/'));
    expect(menu.catalogs.map(({ cat_name }) => cat_name)).toEqual(top.map(({ title }) => title));
    expect(menu.pages.map(({ page_title }) => page_title)).toEqual(inFolder(''));
    const orders = menu.catalogs[1];
    expect(orders?.pages.map(({ page_title }) => page_title)).toEqual(inFolder('02-orders'));
    expect(orders?.pages.map(({ method }) => method)).toEqual('POST GET GET PUT DELETE'.split(' '));
    expect(orders?.catalogs.map(({ level, pages: below }) => [level, below.length])).toEqual([
      [2, 2],
      [2, 2],
    ]);
  });
});
