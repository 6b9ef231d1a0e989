import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { sendFile } from '../../../tests/helpers/import-file.ts';
import { makeItem } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { zipBytes } from '../../../tests/helpers/zip-bytes.ts';

const { auto, status, undo } = calls.import;
const { info } = calls.item;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

/** Escapes a text like the export of ShowDoc. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');
}

interface Page {
  readonly page_title: string;
  readonly page_content: string;
}

/** An export of ShowDoc: one JSON file that contains the whole item. */
function showdoc(item_type: string, pages: readonly Page[], catalogs: readonly object[] = []) {
  const written = pages.map(({ page_title, page_content }) => ({
    page_title,
    cat_id: '0',
    page_content: escaped(page_content),
    s_number: '1',
  }));
  const item = { item_type, item_name: 'Harbor', item_description: '', password: '' };
  const content = JSON.stringify({ ...item, pages: { pages: written, catalogs } });
  return zipBytes([{ name: 'info.json', content }]);
}

async function imported(client: TestClient, bytes: Uint8Array, item_id = 0) {
  const { data } = await sendFile(client, auto, { item_id }, bytes);
  const task_id = data?.task_id ?? 0;
  const ask = () => client.callOk(status, { task_id });
  await expect.poll(async () => (await ask()).state).toBe('done');
  return ask();
}

async function newItem(bytes: Uint8Array) {
  const { client } = await makeLoggedInUser(site);
  const task = await imported(client, bytes);
  const item = await client.callOk(info, { item_id: task.item_id });
  const page = await client.callOk(calls.page.info, {
    page_id: item.default_page_id,
    with_html: true,
  });
  return { client, task, item, page };
}

const WORKBOOK = JSON.stringify([
  { name: 'Codes', rows: { 0: { cells: { 0: { text: '<10101> & "more"' } } }, len: 100 } },
]);
const OLD_SHEET = JSON.stringify({
  name: 'Old',
  rows: { 2: { cells: { 1: { text: 'kept' } } }, len: 100 },
});
const RUN_API = JSON.stringify({
  info: { from: 'runapi', type: 'api', title: 'Dock', method: 'post', url: 'https://a/v1/dock' },
  request: {
    params: { mode: 'json', json: '{"ship": "<Rüm>"}', jsonDesc: [] },
    headers: [{ name: 'X-Port', require: '1', type: 'string', value: '', remark: 'Harbor key' }],
  },
  response: { responseExample: '{"berth": 4}' },
});

describe('an item imported from ShowDoc', () => {
  it('stays a single-page item', async () => {
    const page_content = '# Runbook\n\nFirst steps & more.';
    const { item, page, task } = await newItem(
      showdoc('2', [{ page_title: 'Runbook', page_content }]),
    );
    expect(item).toMatchObject({ item_type: 2, page_count: 1 });
    expect(page).toMatchObject({ page_title: 'Runbook', page_content, page_type: 0 });
    expect(task).toMatchObject({ added: 1, is_undoable: false });
  });

  it.each([
    ['a list of sheets', WORKBOOK, '&lt;10101&gt; &amp; &quot;more&quot;'],
    ['one sheet of older data', OLD_SHEET, 'kept'],
    ['an empty sheet', '', ''],
  ])('stays a table item: %s', async (_what, page_content, shown) => {
    const { client, item, page } = await newItem(
      showdoc('4', [{ page_title: 'Codes', page_content }]),
    );
    expect(item).toMatchObject({ item_type: 4, page_count: 1 });
    expect(page).toMatchObject({ page_content, page_type: 1 });
    expect(page.html).toContain(shown);
    const { page_id } = page;
    await client.callOk(calls.page.save, { page_id, page_content: WORKBOOK });
  });

  it('gets the lines of a plain text table in the first column', async () => {
    const { page } = await newItem(
      showdoc('4', [{ page_title: 'Codes', page_content: 'one\ntwo' }]),
    );
    expect(page.page_type).toBe(1);
    expect(page.html).toMatch(/<td>one<\/td>.*<td>two<\/td>/s);
  });

  it('with Run-API pages is read-only, and shown, labelled and searched as API documents', async () => {
    const { client, item, page, task } = await newItem(
      showdoc('3', [
        { page_title: 'Dock', page_content: RUN_API },
        { page_title: 'Words', page_content: '## Markdown words' },
      ]),
    );
    expect(item).toMatchObject({ item_type: 3, item_edit: false, item_manage: false });
    expect(item.menu.pages).toMatchObject([
      { page_title: 'Dock', method: 'POST' },
      { page_title: 'Words', method: '' },
    ]);
    expect(page.page_content).toBe(RUN_API);
    expect(page.html).toContain('Harbor key');
    const { item_id } = item;
    const search = async (keyword: string) =>
      (await client.callOk(calls.item.search, { item_id, keyword })).pages.length;
    expect(await search('harbor key')).toBe(1);
    expect(await search('responseExample')).toBe(0);
    const saved = await client.call(calls.page.save, { page_id: page.page_id, page_content: 'x' });
    expect(saved.error_code).toBe(10103);
    expect(task.is_undoable).toBe(false);
  });

  it('with Run-API pages is converted to Markdown in an existing item', async () => {
    const { client, ...owner } = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    await imported(client, showdoc('3', [{ page_title: 'Dock', page_content: RUN_API }]), item_id);
    const item = await client.callOk(info, { item_id });
    expect(item).toMatchObject({ item_type: 1, item_edit: true });
    const page = await client.callOk(calls.page.info, { page_id: item.default_page_id });
    expect(page.page_content).toContain('https://a/v1/dock');
    expect(page.page_content).not.toContain('runapi');
  });

  it('of a single-page type with several pages becomes a regular item', async () => {
    const pages = ['One', 'Two'].map((page_title) => ({ page_title, page_content: WORKBOOK }));
    const { item, page } = await newItem(showdoc('4', pages));
    expect(item).toMatchObject({ item_type: 1, page_count: 2 });
    expect(page).toMatchObject({ page_type: 1, page_content: WORKBOOK });
  });

  it('of an unknown type becomes a regular item', async () => {
    const { item, task } = await newItem(showdoc('9', [{ page_title: 'P', page_content: 'x' }]));
    expect(item.item_type).toBe(1);
    expect(task.is_undoable).toBe(true);
  });
});

describe('an import that created a single-page item', () => {
  it('cannot be undone', async () => {
    const { client, item, task } = await newItem(
      showdoc('2', [{ page_title: 'Runbook', page_content: 'x' }]),
    );
    const answer = await client.call(undo, { task_id: task.task_id });
    expect(answer.error_code).toBe(10103);
    expect(await client.callOk(info, { item_id: item.item_id })).toMatchObject({ page_count: 1 });
  });
});

describe('an existing page with the same title and another type', () => {
  it('is not changed, and the page of the file is added', async () => {
    const { client, ...owner } = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const table = { page_title: 'Codes', page_type: 1, page_content: WORKBOOK } as const;
    const { page_id } = await client.callOk(calls.page.save, { item_id, ...table });
    const zip = zipBytes([{ name: 'Codes.md', content: 'Words about codes.' }]);
    expect(await imported(client, zip, item_id)).toMatchObject({
      counts: { add: 1, conflict: 0 },
      added: 1,
    });
    const page = await client.callOk(calls.page.info, { page_id });
    expect(page.page_content).toBe(WORKBOOK);
  });
});
