import { calls } from '@octavo/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { uploadFile } from '../../../tests/helpers/upload.ts';
import { sendFile } from '../../../tests/helpers/import-file.ts';
import { makeItem, makePage } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { unzip } from '../../../tests/helpers/unzip.ts';
import { exportStep } from './export-step.ts';

/** 1,000 in `npm run nightly round-trip`. */
const PAGES = Number(process.env['ROUND_TRIP_PAGES'] ?? 40);

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

const picture = (width: number) =>
  sharp({ create: { width, height: 3, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

/** Three levels of catalogs and an empty one; pages with images, attachments and links to each other. */
async function fill(client: TestClient, item_id: number) {
  const catalog = async (cat_name: string, parent_cat_id: number, s_number: number) =>
    (await client.callOk(calls.catalog.save, { item_id, cat_name, parent_cat_id, s_number }))
      .cat_id;
  const orders = await catalog('订单 / orders', 0, 7);
  const deep = await catalog('c: <d>', await catalog('b', orders, 3), 1);
  await catalog('Empty', 0, 1);
  const catalogIds = [0, orders, deep];
  let last = 0;
  for (let at = 0; at < PAGES; at += 1) {
    const { page_id } = await client.callOk(calls.page.save, {
      item_id,
      cat_id: catalogIds[at % catalogIds.length] ?? 0,
      // Each title occurs twice in each catalog.
      page_title: `第 ${Math.floor(at / 6)} 页: "a/b"`,
      page_content: 'first',
      s_number: PAGES - at,
    });
    const name = at % 4 === 0 ? '图 (1).png' : `p${at}.png`;
    const image = await uploadFile(
      client,
      calls.page.uploadImg,
      { page_id },
      { name, bytes: await picture(2 + at) },
    );
    if (at % 5 === 0)
      await uploadFile(
        client,
        calls.page.upload,
        { page_id },
        { bytes: Buffer.from(`attached ${at}`) },
      );
    const page_content = `# ${at}\r\n\n![图](${image.url}) <img src="${image.url}">\n\n![图](${image.url} "图注 (1)"){width=50%}\n\n[before](/page/${last || page_id}#top)\n\n| a | b |\n|---|---|\n| \`x|y\` | 50% |\n`;
    await client.callOk(calls.page.save, { page_id, page_content: at === 3 ? '' : page_content });
    last = page_id;
  }
}

async function exportItem(client: TestClient, item_id: number): Promise<Buffer> {
  const { task_id } = await client.callOk(calls.export.begin, { item_id, format: 'markdown' });
  await exportStep.run(site.deps, task_id);
  await expect
    .poll(async () => (await client.callOk(calls.export.status, { task_id })).state)
    .toBe('done');
  const query = { task_id: String(task_id) };
  const answer = await client.request({ method: 'GET', url: calls.export.download.path, query });
  return answer.rawPayload;
}

async function importItem(client: TestClient, bytes: Buffer): Promise<number> {
  const { data } = await sendFile(client, calls.import.auto, {}, bytes, 'item.zip');
  const task_id = data?.task_id ?? 0;
  const loadStatus = () => client.callOk(calls.import.status, { task_id });
  await expect.poll(async () => (await loadStatus()).state).toBe('done');
  return (await loadStatus()).item_id;
}

/** Exports, imports and exports the item again, expects identical bytes and returns the id of the copy. */
async function expectIdenticalRoundTrip(client: TestClient, item_id: number): Promise<number> {
  const first = await exportItem(client, item_id);
  const copy = await importItem(client, first);
  expect(copy).not.toBe(item_id);
  const second = await exportItem(client, copy);
  const [before, after] = [await unzip(first), await unzip(second)];
  expect([...after.keys()]).toEqual([...before.keys()]);
  const different = [...before].filter(([name, bytes]) => !after.get(name)?.equals(bytes));
  expect(different.map(([name]) => [name, after.get(name)?.toString().slice(0, 400)])).toEqual([]);
  expect(second.equals(first)).toBe(true);
  return copy;
}

it('an item that is exported, imported and exported again has identical files', async () => {
  const { client } = await makeLoggedInUser(site);
  const { item_id } = await client.callOk(calls.item.add, {
    item_name: 'Round trip 往返',
    item_description: 'There and back.',
  });
  await fill(client, item_id);
  await expectIdenticalRoundTrip(client, item_id);
}, 900_000);

const WORKBOOK = JSON.stringify([
  { name: 'Codes', rows: { 0: { cells: { 0: { text: 'one' } } }, len: 100 } },
]);

it.each([
  [2, '# Runbook\n\nFirst steps.'],
  [4, WORKBOOK],
] as const)('an item of type %i keeps its type', async (item_type, page_content) => {
  const { client } = await makeLoggedInUser(site);
  const made = { item_name: 'Runbook', item_type, item_description: 'One.\nTwo.' } as const;
  const { item_id } = await client.callOk(calls.item.add, made);
  const { default_page_id: page_id } = await client.callOk(calls.item.info, { item_id });
  await client.callOk(calls.page.save, { page_id, page_title: 'Its page', page_content });
  const copy = await expectIdenticalRoundTrip(client, item_id);
  const info = await client.callOk(calls.item.info, { item_id: copy });
  expect(info).toMatchObject({ item_type, item_description: 'One.\nTwo.', page_count: 1 });
  expect(await client.callOk(calls.page.info, { page_id: info.default_page_id })).toMatchObject({
    page_title: 'Its page',
    page_type: item_type === 4 ? 1 : 0,
    page_content,
  });
});

it('a Run-API item keeps the data of its pages and its global parameters', async () => {
  const { client, ...owner } = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner, item_type: 3 });
  const row = { name: 'X-Port', require: '1', type: 'string', value: '', remark: 'Harbor key' };
  await site.database.query('update item set global_param = $2 where item_id = $1', [
    item_id,
    JSON.stringify({ header: [row] }),
  ]);
  const page_content = JSON.stringify({
    info: { from: 'runapi', title: 'Dock', method: 'post', url: 'https://a/v1/dock', x: 'kept' },
    request: {},
    response: { responseExample: '{"berth": "<4>"}' },
  });
  await makePage(site, item_id, { page_title: 'Dock', page_content });
  await makePage(site, item_id, { page_title: 'Words', page_content: 'Markdown.' });
  const copy = await expectIdenticalRoundTrip(client, item_id);
  const info = await client.callOk(calls.item.info, { item_id: copy });
  expect(info).toMatchObject({ item_type: 3, global_param: { header: [row] } });
  const [dock] = info.menu.pages;
  const page = await client.callOk(calls.page.info, { page_id: dock?.page_id ?? 0 });
  expect(page.page_content).toBe(page_content);
});

it('a table among other pages stays a table', async () => {
  const { client } = await makeLoggedInUser(site);
  const { item_id } = await client.callOk(calls.item.add, { item_name: 'Mixed' });
  await client.callOk(calls.page.save, { item_id, page_title: 'Words', page_content: '# Words' });
  const table = { page_title: 'Codes', page_type: 1, page_content: WORKBOOK } as const;
  await client.callOk(calls.page.save, { item_id, ...table });
  const copy = await expectIdenticalRoundTrip(client, item_id);
  const { item_type, menu } = await client.callOk(calls.item.info, { item_id: copy });
  expect(item_type).toBe(1);
  const found = menu.pages.find(({ page_title }) => page_title === 'Codes');
  const page = await client.callOk(calls.page.info, { page_id: found?.page_id ?? 0 });
  expect(page).toMatchObject({ page_type: 1, page_content: WORKBOOK });
});
