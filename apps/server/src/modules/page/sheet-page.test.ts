import { calls } from '@octavo/contract';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { TEST_TIMEOUT_MS, RUNS, workbook } from '@octavo/sheet/tests/workbooks';
import { writeWorkbook } from '@octavo/sheet/write-workbook';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { makeItem } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { translateTo } from '../../texts.ts';

const { page, item } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function makeSheetPage() {
  const { client } = await makeLoggedInUser(site);
  const { item_id } = await client.callOk(item.add, { item_name: 'Codes', item_type: 4 });
  const { default_page_id: page_id } = await client.callOk(item.info, { item_id });
  return { client, item_id, page_id };
}

const sheetContent = (...texts: string[]) =>
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
      const { client, page_id } = await makeSheetPage();
      await fc.assert(
        fc.asyncProperty(workbook, fc.boolean(), async (made, is_urlencode) => {
          const sent = writeWorkbook(made);
          const page_content = is_urlencode ? encodeURIComponent(sent) : sent;
          await client.callOk(page.save, { page_id, page_content, is_urlencode });
          const kept = await client.callOk(page.info, { page_id });
          expect(readWorkbook(kept.page_content)).toEqual(made);
        }),
        { numRuns: RUNS },
      );
    },
    TEST_TIMEOUT_MS,
  );

  it('is found by its cell texts, not by its stored JSON', async () => {
    const { client, item_id, page_id } = await makeSheetPage();
    await client.callOk(page.save, {
      page_id,
      page_content: sheetContent('Nicht_Eingeloggt', '没有登录'),
    });
    const search = (keyword: string) => client.callOk(item.search, { item_id, keyword });
    for (const keyword of ['eingeloggt', '有登', 'Errors'])
      expect((await search(keyword)).pages).toMatchObject([{ page_id }]);
    const [hit] = (await search('eingel')).pages;
    expect(hit?.search_content).toBe('errors nicht_eingeloggt 没有登录');
    expect((await search('cells')).pages).toEqual([]);
  });

  it('returns its first rows as HTML', async () => {
    const { client, page_id } = await makeSheetPage();
    await client.callOk(page.save, { page_id, page_content: sheetContent('<i>', '100%') });
    const { html } = await client.callOk(page.info, { page_id, with_html: true });
    expect(html).toContain('<td>&lt;i&gt;</td><td>100%</td>');
  });

  it('has versions that can be compared and restored', async () => {
    const { client, page_id } = await makeSheetPage();
    for (const text of ['one', 'two'])
      await client.callOk(page.save, { page_id, page_content: sheetContent(text) });
    const [newest] = await client.callOk(page.history, { page_id, content: false });
    const { page_history_id = 0 } = newest ?? {};
    const { history_page } = await client.callOk(page.diff, { page_id, page_history_id });
    expect(history_page.page_content).toBe(sheetContent('one'));
    await client.callOk(page.save, { page_id, page_content: history_page.page_content });
    expect((await client.callOk(page.info, { page_id })).page_content).toBe(sheetContent('one'));
  });

  it('is rejected with too many rows', async () => {
    const { client, page_id } = await makeSheetPage();
    const page_content = '[{"rows":{"10000":{"cells":{"0":{"text":"x"}}}}}]';
    const { error_code } = await client.call(page.save, { page_id, page_content });
    expect(error_code).toBe(10603);
  });

  it.each(['# Words', '42', '"text"', '[1, 2]', '{"a": 1}', '[{"rows":'])(
    'rejects a text that is not a workbook: %s',
    async (page_content) => {
      const { client, page_id } = await makeSheetPage();
      await client.callOk(page.save, { page_id, page_content: sheetContent('kept') });
      const { error_code, error_message } = await client.call(page.save, { page_id, page_content });
      expect(error_code).toBe(10101);
      expect(error_message).toBe(translateTo('en', 'errors.notWorkbook'));
      expect((await client.callOk(page.info, { page_id })).page_content).toBe(sheetContent('kept'));
    },
  );

  it.each(['', ' ', 'null', '[]', '{}', '{"name":"One","rows":{"len":100}}', '{"sheets":[]}'])(
    'accepts every stored form of a workbook: %j',
    async (page_content) => {
      const { client, page_id } = await makeSheetPage();
      await client.callOk(page.save, { page_id, page_content });
      expect((await client.callOk(page.info, { page_id })).page_content).toBe(page_content);
    },
  );

  it('cannot be overwritten with Markdown by the open API', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const { client } = owner;
    const kept = { page_title: 'Codes', page_type: 1, page_content: sheetContent('kept') } as const;
    const { page_id } = await client.callOk(page.save, { item_id, ...kept });
    const { api_key, api_token } = await client.callOk(item.getKey, { item_id });
    const sent = { api_key, api_token, page_title: 'Codes', page_content: '# Words' };
    const answer = await client.call(calls.open.updateItem, sent);
    expect(answer.error_message).toBe(translateTo('en', 'errors.notWorkbook'));
    await client.callOk(calls.open.updateItem, {
      ...sent,
      page_content: sheetContent('by a script'),
    });
    expect((await client.callOk(page.info, { page_id })).page_content).toBe(
      sheetContent('by a script'),
    );
  });

  it('can be created in a regular item and cannot change its type', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const { client } = owner;
    const { page_id } = await client.callOk(page.save, {
      item_id,
      page_title: 'Codes',
      page_type: 1,
    });
    expect(await client.callOk(page.info, { page_id })).toMatchObject({ page_type: 1 });
    await client.callOk(page.save, { page_id, page_type: 0, page_content: sheetContent('later') });
    expect(await client.callOk(page.info, { page_id })).toMatchObject({ page_type: 1 });
    expect((await client.callOk(item.search, { item_id, keyword: 'later' })).pages).toHaveLength(1);
  });
});
