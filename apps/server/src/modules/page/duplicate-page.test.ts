import { calls } from '@octavo/contract';
import { MAX_PAGE_TITLE_LENGTH } from '@octavo/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import {
  makeCatalog,
  makeItem,
  makeItemTree,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { findInconsistentRows, pageTitles } from '../../../tests/helpers/tree-rows.ts';
import { fetchFile, makeOwnedPage, uploadFile } from '../../../tests/helpers/upload.ts';

const { page } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

describe('page/duplicate', () => {
  it('creates a copy right after the page, without history, share key and lock', async () => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    const { api } = catalogs;
    await makePage(site, item_id, { catalog: api, page_title: 'Last', author: owner });
    const editor = await makeMember(site, item_id, { edit: true });
    const page_id = pages.api;
    const page_content = '#### GET /pilots\n\nharbour pilots';
    await owner.client.callOk(page.save, { page_id, page_content });
    await owner.client.callOk(page.createSinglePage, { page_id, isCreateSiglePage: true });
    const original = await owner.client.callOk(page.info, { page_id });
    const made = await editor.client.callOk(page.duplicate, { page_id });
    expect(made.page_title).toBe('API page copy');
    const copied = { page_id: made.page_id };
    expect(await editor.client.callOk(page.info, copied)).toMatchObject({
      page_title: 'API page copy',
      page_content,
      cat_id: api.cat_id,
      version: 1,
      unique_key: '',
      author_username: editor.username,
    });
    const methods = await site.database.query(
      'select distinct method from page where page_id = any($1)',
      [[page_id, made.page_id]],
    );
    expect(methods).toHaveLength(1);
    expect(await editor.client.callOk(page.history, copied)).toEqual([]);
    expect(await pageTitles(site, item_id, api)).toEqual(['API page', 'API page copy', 'Last']);
    const search = { item_id, keyword: 'pilots' };
    expect((await owner.client.callOk(calls.item.search, search)).pages).toHaveLength(2);
    const byTitle = { item_id, keyword: 'API page copy' };
    expect((await owner.client.callOk(calls.item.search, byTitle)).pages).toHaveLength(1);
    const { s_number: _position, ...unchanged } = original;
    expect(await owner.client.callOk(page.info, { page_id })).toMatchObject(unchanged);
    await editor.client.callOk(page.delete, copied);
    expect(await findInconsistentRows(site)).toEqual([]);
  });

  it('has the attached and the mentioned files of the page', async () => {
    const { client, page_id } = await makeOwnedPage(site, { password_hash: 'x' });
    const mentioned = await uploadFile(client, page.upload, { page_id }, { name: 'shown.txt' });
    await uploadFile(client, page.upload, { page_id }, { name: 'attached.txt' });
    await client.callOk(page.save, { page_id, page_content: `[a](${mentioned.url})` });
    const copy = await client.callOk(page.duplicate, { page_id });
    const names = async (id: number) =>
      (await client.callOk(page.uploadList, { page_id: id })).map((file) => file.display_name);
    expect(await names(copy.page_id)).toEqual(await names(page_id));
    await client.callOk(page.delete, { page_id });
    expect((await fetchFile(client, mentioned.url)).statusCode).toBe(200);
  });

  it('has the links of the page', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const target = await makePage(site, item_id, { author: owner });
    const { page_id } = await owner.client.callOk(calls.page.save, {
      item_id,
      page_title: 'Guide',
      page_content: `See [this](/page/${target}).`,
    });
    await owner.client.callOk(calls.page.duplicate, { page_id });
    const { pages } = await owner.client.callOk(calls.page.backlinks, { page_id: target });
    expect(pages.map(({ page_title }) => page_title).toSorted()).toEqual(['Guide', 'Guide copy']);
  });

  it('keeps the type of a table and its cells in the search', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const sheet = { name: 'S', rows: { 0: { cells: { 0: { text: 'zeppelin' } } } } };
    const page_content = JSON.stringify([sheet]);
    const { page_id } = await owner.client.callOk(page.save, {
      item_id,
      page_title: 'Table',
      page_type: 1,
      page_content,
    });
    const copy = await owner.client.callOk(page.duplicate, { page_id });
    const info = await owner.client.callOk(page.info, { page_id: copy.page_id });
    expect(info.page_type).toBe(1);
    const found = await owner.client.callOk(calls.item.search, { item_id, keyword: 'zeppelin' });
    expect(found.pages).toHaveLength(2);
  });

  it('names the copy in the language of the caller, within the limit of titles', async () => {
    const { client, item_id } = await makeOwnedPage(site);
    await client.callOk(calls.user.updateInfo, { language: 'zh-cn' });
    const duplicate = async (page_title: string) => {
      const { page_id } = await client.callOk(page.save, { item_id, page_title });
      return (await client.callOk(page.duplicate, { page_id })).page_title;
    };
    expect(await duplicate('港口')).toBe('港口 副本');
    const long = await duplicate('字'.repeat(MAX_PAGE_TITLE_LENGTH));
    expect(long).toBe(`${'字'.repeat(MAX_PAGE_TITLE_LENGTH - 3)} 副本`);
    const pairs = await duplicate('😀'.repeat(MAX_PAGE_TITLE_LENGTH / 2));
    expect(pairs).toBe(`${'😀'.repeat(MAX_PAGE_TITLE_LENGTH / 2 - 2)} 副本`);
  });

  it('is rejected in a single-page item and without the right to edit', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner, item_type: 2 });
    const single = await makePage(site, item_id, { author: owner });
    expect((await owner.client.call(page.duplicate, { page_id: single })).error_code).toBe(10103);
    const tree = await makeItemTree(site);
    const limited = await makeMember(site, tree.item_id, {
      edit: true,
      catalog: tree.catalogs.guides,
    });
    const code = async (page_id: number) =>
      (await limited.client.call(page.duplicate, { page_id })).error_code;
    expect(await code(tree.pages.api)).toBe(10103);
    expect(await code(tree.pages.linux)).toBe(0);
  });
});

describe('page/duplicate of a page without a row in the search index', () => {
  it('derives the searched text from the content', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const page_id = pages.api;
    await owner.client.callOk(page.save, { page_id, page_content: 'harbour tugs' });
    await site.database.query('delete from page_search where page_id = $1', [page_id]);
    await owner.client.callOk(page.duplicate, { page_id });
    const search = { item_id, keyword: 'tugs' };
    expect((await owner.client.callOk(calls.item.search, search)).pages).toHaveLength(1);
  });
});

describe('page/rename', () => {
  it('creates a version with the new title, found by the search and shown in the menu', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const page_id = pages.api;
    const editor = await makeMember(site, item_id, { edit: true });
    const { tree_version } = await owner.client.callOk(calls.item.info, { item_id });
    const renamed = await editor.client.callOk(page.rename, { page_id, page_title: ' Pilots ' });
    expect(renamed).toEqual({ page_id, version: 2 });
    expect(await owner.client.callOk(page.info, { page_id })).toMatchObject({
      page_title: 'Pilots',
      page_content: '# Read me',
      version: 2,
      author_username: editor.username,
    });
    const [former] = await owner.client.callOk(page.history, { page_id });
    expect(former).toMatchObject({ page_title: 'API page', version: 1 });
    const info = await owner.client.callOk(calls.item.info, { item_id });
    expect(JSON.stringify(info.menu)).toContain('Pilots');
    expect(info.tree_version).toBeGreaterThan(tree_version);
    const search = { item_id, keyword: 'pilots' };
    expect((await owner.client.callOk(calls.item.search, search)).pages).toHaveLength(1);
    const { list } = await owner.client.callOk(calls.notice.getList, {});
    expect(list).toHaveLength(1);
  });

  it('creates no version for the same title', async () => {
    const { owner, pages } = await makeItemTree(site);
    const same = { page_id: pages.api, page_title: 'API page' };
    expect((await owner.client.callOk(page.rename, same)).version).toBe(1);
  });

  it('respects the edit lock of another user and rejects an empty title', async () => {
    const { owner, item_id, pages } = await makeItemTree(site);
    const page_id = pages.api;
    const editor = await makeMember(site, item_id, { edit: true });
    await editor.client.callOk(page.setLock, { page_id });
    const code = async (page_title: string, { client } = owner) =>
      (await client.call(page.rename, { page_id, page_title })).error_code;
    expect(await code('Pilots')).toBe(10601);
    expect(await code('Pilots', editor)).toBe(0);
    expect(await code('  ', editor)).toBe(10101);
    expect(await code('x'.repeat(MAX_PAGE_TITLE_LENGTH + 1), editor)).toBe(10101);
  });
});

describe('the position of a new page', () => {
  it('is behind the page that is named', async () => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    const { api } = catalogs;
    const add = (page_title: string, after_page_id?: number) =>
      owner.client.callOk(page.save, { item_id, cat_id: api.cat_id, page_title, after_page_id });
    await add('Last');
    const { page_id } = await add('Second', pages.api);
    await add('Third', page_id);
    await add('Again second', pages.api);
    expect(await pageTitles(site, item_id, api)).toEqual([
      'API page',
      'Again second',
      'Second',
      'Third',
      'Last',
    ]);
    const saved = { page_id, page_content: 'new', after_page_id: pages.api };
    await owner.client.callOk(page.save, saved);
    expect((await pageTitles(site, item_id, api))[2]).toBe('Second');
  });

  it.each(['was deleted', 'was moved'])('is the last one if the named page %s', async (what) => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    const { cat_id } = catalogs.api;
    await owner.client.callOk(page.save, { item_id, cat_id, page_title: 'Other' });
    await (what === 'was deleted'
      ? owner.client.callOk(page.delete, { page_id: pages.api })
      : owner.client.callOk(page.move, { item_id, page_ids: [pages.api] }));
    const after_page_id = pages.api;
    await owner.client.callOk(page.save, { item_id, cat_id, page_title: 'New', after_page_id });
    expect(await pageTitles(site, item_id, catalogs.api)).toEqual(['Other', 'New']);
  });

  it('is the last one, also behind positions above the default', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    await makePage(site, item_id, { page_title: 'a', s_number: 500 });
    const { page_id } = await owner.client.callOk(page.save, { item_id, page_title: 'b' });
    await owner.client.callOk(page.save, { item_id, page_title: 'c', s_number: 3 });
    await owner.client.callOk(page.save, { item_id, page_title: 'd' });
    expect(await pageTitles(site, item_id)).toEqual(['c', 'a', 'b', 'd']);
    expect((await owner.client.callOk(page.info, { page_id })).s_number).toBe(500);
    const first = await makeCatalog(site, item_id, { cat_name: 'a', s_number: 500 });
    const save = { item_id, cat_name: 'b' };
    await owner.client.callOk(calls.catalog.save, save);
    await owner.client.callOk(calls.catalog.save, { ...save, parent_cat_id: first.cat_id });
    const list = await owner.client.callOk(calls.catalog.catListName, { item_id });
    expect(list.map((row) => [row.cat_name, row.s_number])).toEqual([
      ['a', 500],
      ['a / b', 99],
      ['b', 500],
    ]);
  });
});
