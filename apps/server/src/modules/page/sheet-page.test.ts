import { calls } from '@octavo/contract';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { PATIENCE, RUNS, workbook } from '@octavo/sheet/testing/workbooks';
import { writeWorkbook } from '@octavo/sheet/write-workbook';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedIn } from '../../testing/factories.ts';
import { makeItem } from '../../testing/item-factories.ts';
import { openTestSite } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';
import { textIn } from '../../texts.ts';

const { page, item } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function makeTable() {
  const { client } = await makeLoggedIn(site);
  const { item_id } = await client.must(item.add, { item_name: 'Codes', item_type: 4 });
  const { default_page_id: page_id } = await client.must(item.info, { item_id });
  return { client, item_id, page_id };
}

const table = (...texts: string[]) =>
  JSON.stringify([
    {
      name: 'Errors',
      rows: { 0: { cells: Object.fromEntries(texts.map((text, at) => [at, { text }])) } },
    },
  ]);

describe('a sheet page', () => {
  it(
    'stores every workbook as it was sent',
    async () => {
      const { client, page_id } = await makeTable();
      await fc.assert(
        fc.asyncProperty(workbook, fc.boolean(), async (made, is_urlencode) => {
          const sent = writeWorkbook(made);
          const page_content = is_urlencode ? encodeURIComponent(sent) : sent;
          await client.must(page.save, { page_id, page_content, is_urlencode });
          const kept = await client.must(page.info, { page_id });
          expect(readWorkbook(kept.page_content)).toEqual(made);
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE,
  );

  it('is found by its cell texts, not by its stored JSON', async () => {
    const { client, item_id, page_id } = await makeTable();
    await client.must(page.save, { page_id, page_content: table('Nicht_Eingeloggt', '没有登录') });
    const search = (keyword: string) => client.must(item.search, { item_id, keyword });
    for (const keyword of ['eingeloggt', '有登', 'Errors'])
      expect((await search(keyword)).pages).toMatchObject([{ page_id }]);
    const [hit] = (await search('eingel')).pages;
    expect(hit?.search_content).toBe('errors nicht_eingeloggt 没有登录');
    expect((await search('cells')).pages).toEqual([]);
  });

  it('returns its first rows as HTML', async () => {
    const { client, page_id } = await makeTable();
    await client.must(page.save, { page_id, page_content: table('<i>', '100%') });
    const { html } = await client.must(page.info, { page_id, with_html: true });
    expect(html).toContain('<td>&lt;i&gt;</td><td>100%</td>');
  });

  it('has versions that can be compared and restored', async () => {
    const { client, page_id } = await makeTable();
    for (const text of ['one', 'two'])
      await client.must(page.save, { page_id, page_content: table(text) });
    const [newest] = await client.must(page.history, { page_id, content: false });
    const { page_history_id = 0 } = newest ?? {};
    const { history_page } = await client.must(page.diff, { page_id, page_history_id });
    expect(history_page.page_content).toBe(table('one'));
    await client.must(page.save, { page_id, page_content: history_page.page_content });
    expect((await client.must(page.info, { page_id })).page_content).toBe(table('one'));
  });

  it('is rejected with too many rows', async () => {
    const { client, page_id } = await makeTable();
    const page_content = '[{"rows":{"10000":{"cells":{"0":{"text":"x"}}}}}]';
    const { error_code } = await client.call(page.save, { page_id, page_content });
    expect(error_code).toBe(10603);
  });

  it.each(['# Words', '42', '"text"', '[1, 2]', '{"a": 1}', '[{"rows":'])(
    'rejects a text that is not a workbook: %s',
    async (page_content) => {
      const { client, page_id } = await makeTable();
      await client.must(page.save, { page_id, page_content: table('kept') });
      const { error_code, error_message } = await client.call(page.save, { page_id, page_content });
      expect(error_code).toBe(10101);
      expect(error_message).toBe(textIn('en', 'errors.notWorkbook'));
      expect((await client.must(page.info, { page_id })).page_content).toBe(table('kept'));
    },
  );

  it.each(['', ' ', 'null', '[]', '{}', '{"name":"One","rows":{"len":100}}', '{"sheets":[]}'])(
    'accepts every stored form of a workbook: %j',
    async (page_content) => {
      const { client, page_id } = await makeTable();
      await client.must(page.save, { page_id, page_content });
      expect((await client.must(page.info, { page_id })).page_content).toBe(page_content);
    },
  );

  it('cannot be overwritten with Markdown by the open API', async () => {
    const owner = await makeLoggedIn(site);
    const item_id = await makeItem(site, { owner });
    const { client } = owner;
    const kept = { page_title: 'Codes', page_type: 1, page_content: table('kept') } as const;
    const { page_id } = await client.must(page.save, { item_id, ...kept });
    const { api_key, api_token } = await client.must(item.getKey, { item_id });
    const sent = { api_key, api_token, page_title: 'Codes', page_content: '# Words' };
    const answer = await client.call(calls.open.updateItem, sent);
    expect(answer.error_message).toBe(textIn('en', 'errors.notWorkbook'));
    await client.must(calls.open.updateItem, { ...sent, page_content: table('by a script') });
    expect((await client.must(page.info, { page_id })).page_content).toBe(table('by a script'));
  });

  it('can be created in a regular item and cannot change its type', async () => {
    const owner = await makeLoggedIn(site);
    const item_id = await makeItem(site, { owner });
    const { client } = owner;
    const { page_id } = await client.must(page.save, {
      item_id,
      page_title: 'Codes',
      page_type: 1,
    });
    expect(await client.must(page.info, { page_id })).toMatchObject({ page_type: 1 });
    await client.must(page.save, { page_id, page_type: 0, page_content: table('later') });
    expect(await client.must(page.info, { page_id })).toMatchObject({ page_type: 1 });
    expect((await client.must(item.search, { item_id, keyword: 'later' })).pages).toHaveLength(1);
  });
});
