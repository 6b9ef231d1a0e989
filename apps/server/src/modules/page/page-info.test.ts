import { randomBytes } from 'node:crypto';
import { calls } from '@octavo/contract';
import { pageInfo, sharedPage } from '@octavo/contract/page.entities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../../../tests/helpers/count-queries.ts';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import { openTransaction } from '../../../tests/helpers/open-transaction.ts';
import {
  archiveItem,
  makeItem,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { medianGap } from '../../../tests/helpers/median-gap.ts';
import { NIGHTLY } from '../../../tests/helpers/nightly.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { pageRepository } from './page.repository.ts';

const { page } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function setUpPage(page_content = '# Title\n\ntext') {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner });
  const page_id = await makePage(site, item_id, { author: owner, page_content });
  return { owner, client: owner.client, item_id, page_id };
}

const share = async ({ client, page_id }: Awaited<ReturnType<typeof setUpPage>>) =>
  (await client.callOk(page.createSinglePage, { page_id, isCreateSiglePage: true })).unique_key;

describe('page/info', () => {
  it('returns exactly the declared fields, and the share key only to editors', async () => {
    const { client, page_id } = await setUpPage();
    const declared = Object.keys(pageInfo.shape).filter((name) => !/html|outline/.test(name));
    expect(Object.keys(await client.callOk(page.info, { page_id })).toSorted()).toEqual(
      declared.toSorted(),
    );
    const seen = await makeVisitor(site).callOk(page.info, { page_id });
    expect(Object.keys(seen).toSorted()).toEqual(
      declared.filter((name) => name !== 'unique_key').toSorted(),
    );
  });

  it('returns the share key to the owner and to editors, not to readers', async () => {
    const fixture = await setUpPage();
    const { client, item_id, page_id } = fixture;
    const unique_key = await share(fixture);
    const editor = await makeMember(site, item_id, { edit: true });
    const reader = await makeMember(site, item_id);
    const keyFor = async (who: typeof client) =>
      (await who.callOk(page.info, { page_id })).unique_key;
    expect(await keyFor(client)).toBe(unique_key);
    expect(await keyFor(editor.client)).toBe(unique_key);
    expect(await keyFor(reader.client)).toBeUndefined();
    await archiveItem(site, item_id);
    expect(await keyFor(client)).toBe(unique_key);
    expect(await keyFor(editor.client)).toBeUndefined();
  });

  it('needs no query for a repeated visit, with or without HTML', async () => {
    const { page_id } = await setUpPage();
    const guest = makeVisitor(site);
    expect(await countQueries(site, () => guest.callOk(page.info, { page_id }))).toBe(0);
    const withHtml = () => guest.callOk(page.info, { page_id, with_html: true });
    expect(await countQueries(site, withHtml)).toBe(0);
  });

  it('needs one query for the first visit of a page', async () => {
    const { item_id } = await setUpPage();
    const guest = makeVisitor(site);
    const pageIds: number[] = [];
    for (let at = 0; at < 6; at += 1)
      pageIds.push(await makePage(site, item_id, { page_content: 'text' }));
    const visitNewPage = async () => {
      const found = await guest.callOk(page.info, { page_id: pageIds.pop() ?? 0 });
      expect(found.page_content).toBe('text');
    };
    expect(await countQueries(site, visitNewPage)).toBe(1);
  });

  it.each([64 * 1024, 64 * 1024 + 1])('returns a content of %i bytes', async (length) => {
    const page_content = 'x'.repeat(length);
    const { page_id } = await setUpPage(page_content);
    const guest = makeVisitor(site);
    expect((await guest.callOk(page.info, { page_id })).page_content).toBe(page_content);
  });

  it('returns a saved text immediately despite caching', async () => {
    const { client, page_id } = await setUpPage();
    const guest = makeVisitor(site);
    for (let at = 0; at < 5; at += 1) {
      await client.callOk(page.save, { page_id, page_content: `text ${at}` });
      expect((await guest.callOk(page.info, { page_id })).page_content).toBe(`text ${at}`);
    }
  });

  it('never mixes the metadata of one version with the content of another', async () => {
    const { client, page_id } = await setUpPage('text');
    const guest = makeVisitor(site);
    const reads: Promise<string>[] = [];
    const read = async () => {
      const { version, page_content } = await guest.callOk(page.info, { page_id });
      return `${version}: ${page_content}`;
    };
    for (let at = 2; at <= 25; at += 1) {
      const saving = client.callOk(page.save, { page_id, page_content: `text ${at}` });
      reads.push(read(), read(), read());
      await saving;
      reads.push(read());
    }
    const possible = Array.from({ length: 24 }, (_, at) => `${at + 2}: text ${at + 2}`);
    expect(['1: text', ...possible]).toEqual(expect.arrayContaining(await Promise.all(reads)));
  });

  it('renders a page of an imported Run-API item as an API document', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner, item_type: 3 });
    const content = {
      info: { from: 'runapi', method: 'post', url: 'https://api.test/v1/orders', apiStatus: '3' },
      request: {},
      response: {},
    };
    const page_content = JSON.stringify(content);
    const page_id = await makePage(site, item_id, { author: owner, page_content });
    for (const [language, status] of [
      ['en', 'Done'],
      ['zh-cn', '已完成'],
    ] as const) {
      await owner.client.callOk(calls.user.updateInfo, { language });
      const found = await owner.client.callOk(page.info, { page_id, with_html: true });
      expect(found.page_content).toBe(page_content);
      expect(found.html).toContain('data-copy="https://api.test/v1/orders"');
      expect(found.html).toContain(status);
    }
  });

  it('answers GET with an ETag, and with 304 if it matches', async () => {
    const { client, page_id } = await setUpPage();
    const get = (headers = {}) =>
      makeVisitor(site).request({
        method: 'GET',
        url: page.info.path,
        query: { page_id: String(page_id) },
        headers,
      });
    const first = await get();
    expect(first.json<{ data: unknown }>().data).toEqual(
      await makeVisitor(site).callOk(page.info, { page_id }),
    );
    const tag = String(first.headers['etag']);
    expect((await get({ 'if-none-match': tag })).statusCode).toBe(304);
    await client.callOk(page.save, { page_id, page_content: 'new' });
    expect((await get({ 'if-none-match': tag })).statusCode).toBe(200);
  });

  it('does not return a page that was just moved to a private item', async () => {
    const { page_id } = await setUpPage('text '.repeat(20_000));
    const hidden = await makeItem(site, { password_hash: 'x' });
    const guest = makeVisitor(site);
    // Caches the metadata of the page, but not its large content.
    await guest.callOk(page.history, { page_id, content: false });
    await site.database.query('update page set item_id = $1 where page_id = $2', [hidden, page_id]);
    const rejected = await guest.call(page.info, { page_id });
    expect(rejected).toMatchObject({ data: null });
    expect([10101, 10307]).toContain(rejected.error_code);
  });

  it.each([0, 999_999_999])('returns not found for page %i', async (page_id) => {
    expect((await makeVisitor(site).call(page.info, { page_id })).error_code).toBe(10101);
  });
});

describe('page/infoByKey', () => {
  it('opens the page to anyone, even in a private item', async () => {
    const fixture = await setUpPage('shared text');
    const unique_key = await share(fixture);
    await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [
      fixture.item_id,
    ]);
    site.deps.bus.publish('item', String(fixture.item_id));
    const guest = makeVisitor(site);
    const found = await guest.callOk(page.infoByKey, { unique_key });
    expect(found).toMatchObject({ page_id: fixture.page_id, page_content: 'shared text' });
    const rejected = await guest.call(page.info, { page_id: fixture.page_id });
    expect(rejected.error_code).toBe(10307);
  });

  it('returns no data of the item', async () => {
    const fixture = await setUpPage();
    const unique_key = await share(fixture);
    const input = { unique_key, with_html: true };
    const found = await makeVisitor(site).callOk(page.infoByKey, input);
    expect(Object.keys(found).toSorted()).toEqual(Object.keys(sharedPage.shape).toSorted());
    expect(Object.keys(found).toSorted()).toEqual([
      'addtime',
      'attachment_count',
      'author_username',
      'html',
      'outline',
      'page_addtime',
      'page_content',
      'page_id',
      'page_title',
      'page_type',
      'version',
    ]);
  });

  it('returns the same error for unknown and cancelled keys and for deleted pages and items', async () => {
    const cancelled = await setUpPage();
    const keys = [randomBytes(16).toString('hex'), '', 'x', '%'];
    keys.push(await share(cancelled));
    await cancelled.client.callOk(page.createSinglePage, {
      page_id: cancelled.page_id,
      isCreateSiglePage: false,
    });
    const deletedPage = await setUpPage();
    keys.push(await share(deletedPage));
    await deletedPage.client.callOk(page.delete, { page_id: deletedPage.page_id });
    const deletedItem = await setUpPage();
    keys.push(await share(deletedItem));
    await site.database.query('update item set del_time = now() where item_id = $1', [
      deletedItem.item_id,
    ]);
    const answers = await Promise.all(
      keys.map(async (unique_key) => {
        const { status, error_code, error_message, data } = await makeVisitor(site).call(
          page.infoByKey,
          { unique_key },
        );
        return JSON.stringify({ status, error_code, error_message, data });
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('10101');
  });

  it.runIf(NIGHTLY)(
    'takes no longer for a cancelled key or a deleted item than for an unknown key',
    async () => {
      const fixture = await setUpPage();
      const { client, page_id, item_id } = fixture;
      const guest = makeVisitor(site);
      const lookUpKey = async (unique_key: string) => () =>
        guest.call(page.infoByKey, { unique_key });
      const never = () => lookUpKey(randomBytes(16).toString('hex'));
      const once = await share(fixture);
      await client.callOk(page.createSinglePage, { page_id, isCreateSiglePage: false });
      expect(await medianGap(never, () => lookUpKey(once), 5)).toBeLessThan(5);
      const ofDeleted = await share(fixture);
      await site.database.query('update item set del_time = now() where item_id = $1', [item_id]);
      expect(await medianGap(never, () => lookUpKey(ofDeleted), 5)).toBeLessThan(5);
    },
  );

  it('rejects the old key after the page is restored', async () => {
    const fixture = await setUpPage();
    const { client, item_id, page_id } = fixture;
    const unique_key = await share(fixture);
    await client.callOk(page.delete, { page_id });
    await client.callOk(calls.recycle.recover, { item_id, page_id });
    expect((await makeVisitor(site).call(page.infoByKey, { unique_key })).error_code).toBe(10101);
    expect(await share(fixture)).not.toBe(unique_key);
  });

  it('rejects a thousand requests as soon as the key is cancelled', async () => {
    const fixture = await setUpPage();
    const { client, page_id } = fixture;
    const unique_key = await share(fixture);
    const guest = makeVisitor(site);
    expect((await guest.call(page.infoByKey, { unique_key })).error_code).toBe(0);
    await client.callOk(page.createSinglePage, { page_id, isCreateSiglePage: false });
    const codes = await Promise.all(
      Array.from({ length: 1000 }, async () => {
        return (await guest.call(page.infoByKey, { unique_key })).error_code;
      }),
    );
    expect(new Set(codes)).toEqual(new Set([10101]));
  });

  it('finds no page for 10,000 random keys', async () => {
    const fixture = await setUpPage();
    await share(fixture);
    const guesses = Array.from({ length: 10_000 }, () => randomBytes(16).toString('hex'));
    let hits = 0;
    for (let at = 0; at < guesses.length; at += 100)
      await Promise.all(
        guesses.slice(at, at + 100).map(async (unique_key) => {
          if (await pageRepository(site.deps.db).findByShareKey(unique_key)) hits += 1;
        }),
      );
    expect(hits).toBe(0);
  });

  it('needs one query', async () => {
    const fixture = await setUpPage();
    const unique_key = await share(fixture);
    const guest = makeVisitor(site);
    expect(await countQueries(site, () => guest.callOk(page.infoByKey, { unique_key }))).toBe(1);
  });
});

describe('page/createSinglePage', () => {
  it('returns the same key until it is cancelled, then a new one', async () => {
    const fixture = await setUpPage();
    const { client, page_id } = fixture;
    const first = await share(fixture);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(await share(fixture)).toBe(first);
    const cancel = { page_id, isCreateSiglePage: 'false' } as const;
    expect(await client.callOk(page.createSinglePage, cancel)).toEqual({ unique_key: '' });
    expect(await client.callOk(page.createSinglePage, cancel)).toEqual({ unique_key: '' });
    expect(await share(fixture)).not.toBe(first);
  });

  it('creates one key for concurrent requests', async () => {
    const fixture = await setUpPage();
    const keys = await Promise.all(Array.from({ length: 8 }, () => share(fixture)));
    expect(new Set(keys).size).toBe(1);
  });

  it('allows only cancelling in an archived item', async () => {
    const fixture = await setUpPage();
    const { client, item_id, page_id } = fixture;
    await share(fixture);
    await archiveItem(site, item_id);
    const create = { page_id, isCreateSiglePage: true };
    expect((await client.call(page.createSinglePage, create)).error_code).toBe(10605);
    const cancel = { page_id, isCreateSiglePage: false };
    expect(await client.callOk(page.createSinglePage, cancel)).toEqual({ unique_key: '' });
  });

  it('rejects an editor who is removed while the request waits', async () => {
    const { item_id, page_id } = await setUpPage();
    const editor = await makeMember(site, item_id, { edit: true });
    const other = await openTransaction(site.database);
    await other.query('select from item where item_id = $1 for update', [item_id]);
    const create = { page_id, isCreateSiglePage: true };
    const sharing = editor.client.call(page.createSinglePage, create);
    await other.waitUntilBlocked();
    await other.query('delete from item_member where item_id = $1', [item_id]);
    await other.commit();
    expect((await sharing).error_code).toBe(10103);
  });
});
