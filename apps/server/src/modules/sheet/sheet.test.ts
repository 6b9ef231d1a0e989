import { calls } from '@octavo/contract';
import { errors } from '@octavo/contract/errors';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { toText } from '@octavo/sheet/to-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { addMember } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { sendFile } from '../../../tests/helpers/import-file.ts';
import { makeZip } from '../../../tests/helpers/make-zip.ts';

const { item, page, sheet } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function makeSheetPage() {
  const owner = await makeLoggedInUser(site);
  const { client } = owner;
  const { item_id } = await client.callOk(item.add, { item_name: '错误码', item_type: 4 });
  const { default_page_id: page_id } = await client.callOk(item.info, { item_id });
  const page_content = '[{"name":"S","rows":[["=1+1","-5","a,b","+x"]]}]';
  await client.callOk(page.save, { page_id, page_content });
  return { client, owner, item_id, page_id };
}

const send = (client: TestClient, page_id: number, name: string, bytes: Uint8Array) =>
  sendFile(client, sheet.read, { page_id }, bytes, name);

const get = (client: TestClient, query: string) =>
  client.request({ method: 'GET', url: `${sheet.export.path}?${query}` });

describe('page/save of a sheet', () => {
  it('accepts 32 MB and rejects more without changing the stored content', async () => {
    const { client, page_id } = await makeSheetPage();
    // With cells of the maximum size, so that only the total size exceeds a limit.
    const tableOf = (bytes: number) => {
      const cell = 'x'.repeat(32_000);
      const rows = Array.from({ length: Math.floor((bytes - 100) / 32_003) }, () => [cell]);
      const text = JSON.stringify([{ name: 'S', rows, rest: '' }]);
      return text.replace('"rest":""', `"rest":"${'y'.repeat(bytes - text.length)}"`);
    };
    const most = 32 * 1024 * 1024;
    const rejected = await client.call(page.save, { page_id, page_content: tableOf(most + 1) });
    expect(rejected.error_code).toBe(errors.tooLarge.code);
    const { page_content } = await client.callOk(page.info, { page_id });
    expect(toText(readWorkbook(page_content))).toBe('S\n=1+1\t-5\ta,b\t+x');
    await client.callOk(page.save, { page_id, page_content: tableOf(most) });
    expect((await client.callOk(page.info, { page_id })).page_content).toHaveLength(most);
  });
});

describe('sheet/export and sheet/read', () => {
  it('round-trip a sheet as an Excel file', async () => {
    const { client, page_id } = await makeSheetPage();
    const file = await get(client, `page_id=${page_id}`);
    expect(file.headers['content-disposition']).toContain(encodeURIComponent('错误码.xlsx'));
    const { data } = await send(client, page_id, 'codes.xlsx', file.rawPayload);
    expect(toText(readWorkbook(data?.page_content ?? ''))).toBe('S\n2\t=1+1\t-5\ta,b\t+x');
  });

  it('export one sheet as CSV with escaped formulas', async () => {
    const { client, page_id } = await makeSheetPage();
    const file = await get(client, `page_id=${page_id}&format=csv`);
    expect(file.body).toBe('\uFEFF2,-5,"a,b",\'+x\r\n');
    const { error_code } = (await get(client, `page_id=${page_id}&format=csv&sheet=7`)).json<{
      error_code: number;
    }>();
    expect(error_code).toBe(10101);
  });

  it('contain calculated results of formulas, not the stored ones', async () => {
    const { client, page_id } = await makeSheetPage();
    const row = [
      { text: '=IFERROR(1/0,"quince")', value: 'DIV/0' },
      { text: '=1/0', value: 'DIV/0', shown: 'DIV/0' },
      { text: '=TEXTJOIN("-",TRUE,"a","b")' },
    ];
    const page_content = JSON.stringify([{ name: 'S', rows: [row] }]);
    await client.callOk(page.save, { page_id, page_content });
    expect((await client.callOk(page.info, { page_id })).page_content).toBe(page_content);
    const csv = await get(client, `page_id=${page_id}&format=csv`);
    expect(csv.body).toBe('\uFEFFquince,#DIV/0!,a-b\r\n');
    const xlsx = await get(client, `page_id=${page_id}`);
    const { data } = await send(client, page_id, 'codes.xlsx', xlsx.rawPayload);
    const back = readWorkbook(data?.page_content ?? '')[0]?.rows.get(0)?.cells;
    expect([...(back?.values() ?? [])].map(({ text, value }) => [text, value])).toEqual([
      ['=IFERROR(1/0,"quince")', 'quince'],
      ['=1/0', '#DIV/0!'],
      ['=TEXTJOIN("-",TRUE,"a","b")', 'a-b'],
    ]);
    const { html } = await client.callOk(page.info, { page_id, with_html: true });
    expect(html).toContain('<td>#DIV/0!</td>');
  });

  it('read CSV and name the sheet after the file', async () => {
    const { client, page_id } = await makeSheetPage();
    const { data } = await send(client, page_id, 'Codes 1.csv', Buffer.from('a,b\n1,2'));
    expect(toText(readWorkbook(data?.page_content ?? ''))).toBe('Codes 1\na\tb\n1\t2');
  });

  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1])],
    ['an archive of another format', makeZip({ 'a.txt': Buffer.from('x') })],
    ['a truncated archive', makeZip({ 'a.txt': Buffer.from('x') }).subarray(0, 20)],
  ])('reject %s', async (_what, bytes) => {
    const { client, page_id } = await makeSheetPage();
    expect((await send(client, page_id, 'x.xlsx', bytes)).error_code).toBe(10604);
  });

  it('reject a zip bomb', async () => {
    const { client, page_id } = await makeSheetPage();
    const bomb = makeZip({ 'xl/worksheets/sheet1.xml': Buffer.alloc(300 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect((await send(client, page_id, 'x.xlsx', bomb)).error_code).toBe(10603);
  });

  it('reject more rows than a sheet may have', async () => {
    const { client, page_id } = await makeSheetPage();
    const bytes = Buffer.from('x\n'.repeat(10_001));
    expect((await send(client, page_id, 'x.csv', bytes)).error_code).toBe(10603);
  });

  it('require edit rights', async () => {
    const { item_id, page_id } = await makeSheetPage();
    const reader = await makeLoggedInUser(site);
    await addMember(site, item_id, reader);
    const rejected = (await get(reader.client, `page_id=${page_id}`)).json<{
      error_code: number;
    }>();
    expect(rejected.error_code).toBe(10302);
    const { error_code } = await send(reader.client, page_id, 'x.csv', Buffer.from('a'));
    expect(error_code).toBe(10103);
  });
});
