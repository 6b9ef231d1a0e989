import { calls } from '@octavo/contract';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { makeItem } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const run = promisify(execFile);
const { getPage, getCatalogTree } = calls.open;

let site: TestSite;
let address: string;
let folder: string;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  address = await site.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'octavo-push-'));
  const { body } = await site.app.inject('/octavo.sh');
  await writeFile(join(folder, 'octavo.sh'), body);
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

async function pusher() {
  const { client, ...owner } = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner });
  const { api_key, api_token } = await client.callOk(calls.item.getKey, { item_id });
  const env = { OCTAVO_URL: address, OCTAVO_KEY: api_key, OCTAVO_TOKEN: api_token };
  const push = (...args: string[]) =>
    run('sh', [join(folder, 'octavo.sh'), ...args], { env: { ...process.env, ...env } });
  return { client, keys: { api_key, api_token }, push };
}

describe('octavo.sh', () => {
  it('contains the URL of the site', async () => {
    const { body } = await site.app.inject('/octavo.sh');
    expect(body).toContain('url=${OCTAVO_URL:-http://octavo.test}');
  });

  it('pushes a folder of Markdown files and updates the same pages again', async () => {
    const { client, keys, push } = await pusher();
    const docs = join(folder, 'docs');
    await mkdir(join(docs, '订单 & 支付', 'v2'), { recursive: true });
    await writeFile(join(docs, 'index.md'), '# 100% + more & "quotes"\n\n```json\n{"a":1}\n```\n');
    await writeFile(join(docs, '订单 & 支付', 'v2', '查询 订单.md'), '中文\n');
    const { stdout } = await push('pages', docs);
    expect(stdout).toBe('ok  index.md\nok  订单 & 支付/v2/查询 订单.md\n');
    await writeFile(join(docs, 'index.md'), 'newer');
    await push('pages', docs);
    const { pages, catalogs } = await client.callOk(getCatalogTree, keys);
    expect(pages).toMatchObject([{ page_title: 'index' }]);
    expect(catalogs).toMatchObject([
      { cat_name: '订单 & 支付', catalogs: [{ cat_name: 'v2', pages: [{}] }] },
    ]);
    const index = await client.callOk(getPage, { ...keys, page_title: 'index' });
    expect(index).toMatchObject({ page_content: 'newer', version: 2 });
    const [former] = await client.callOk(calls.page.history, { page_id: index.page_id });
    expect(former).toBeUndefined();
  });

  it('pushes an OpenAPI file and does not overwrite manual changes', async () => {
    const { client, keys, push } = await pusher();
    const file = join(folder, '接口 "v1", 2; a.json');
    const description = (words: string) =>
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Shop' },
        paths: {
          '/pay': { post: { summary: 'Pay', description: words } },
          '/refund': { post: { summary: 'Refund', description: words } },
        },
      });
    await writeFile(file, description('Old words.'));
    expect((await push('openapi', file)).stdout).toBe(`ok  ${file}\n`);
    const pageOf = (page_title: string) => client.callOk(getPage, { ...keys, page_title });
    expect((await pageOf('Pay')).page_content).toContain('Old words.');
    const { page_id } = await pageOf('Refund');
    await client.callOk(calls.page.save, { page_id, page_content: 'By hand.' });
    await writeFile(file, description('New words.'));
    await push('openapi', file);
    expect((await pageOf('Pay')).page_content).toContain('New words.');
    expect((await pageOf('Refund')).page_content).toBe('By hand.');
    await writeFile(file, 'no description at all');
    await expect(push('openapi', file)).rejects.toMatchObject({ code: 1 });
  });

  it('pushes documentation comments', async () => {
    const { client, keys, push } = await pusher();
    const source = join(folder, 'source');
    await mkdir(source);
    await writeFile(join(source, 'plain.ts'), '/** a note */');
    const marked = '/**\n * octavo\n * @title Pay\n * @method post\n * @url /pay?a=1&b=2\n */';
    await writeFile(join(source, 'pay.ts'), `${marked}\nexport const rate = 100 % 7;\n`);
    const { stdout } = await push('comments', source);
    expect(stdout).toBe('ok  pay.ts\n');
    const page = await client.callOk(getPage, { ...keys, page_title: 'Pay' });
    expect(page.page_content).toContain('`/pay?a=1&b=2`');
  });

  it('pushes the data dictionary of a PostgreSQL database', async () => {
    const { client, keys, push } = await pusher();
    await site.database.query(`comment on table item_key is 'Keys of the | open API'`);
    const { stdout } = await push('postgres', '--dbname', site.database.migrateUrl);
    expect(stdout).toBe('ok  PostgreSQL\n');
    const page = await client.callOk(getPage, { ...keys, page_title: 'item_key' });
    expect(page.page_content).toContain('Keys of the | open API');
    expect(page.page_content).toContain('| api_key_hash | bytea | No |');
    expect(page.page_content).toContain('| item_key_pkey | item_id | Yes |');
  });

  it('exits with an error message when a request is rejected', async () => {
    const { push, client, keys } = await pusher();
    await client.callOk(calls.open.createCatalog, { ...keys, cat_name: 'x' });
    await expect(push('pages', join(folder, 'nowhere'))).rejects.toMatchObject({ code: 2 });
    const env = { ...process.env, OCTAVO_URL: address, OCTAVO_KEY: 'a', OCTAVO_TOKEN: 'b' };
    await mkdir(join(folder, 'one'));
    await writeFile(join(folder, 'one', 'a.md'), 'text');
    const refused = run('sh', [join(folder, 'octavo.sh'), 'pages', join(folder, 'one')], { env });
    await expect(refused).rejects.toMatchObject({ code: 1 });
    await expect(refused).rejects.toThrow(/10306/);
  });
});
