import { calls } from '@octavo/contract';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCanary } from '../../../tests/helpers/canary.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { multipart } from '../../../tests/helpers/multipart.ts';

const { auto } = calls.import;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

async function send(text: string | Buffer) {
  const { client } = await makeLoggedInUser(site);
  const file = { field: 'file', name: 'api.yaml', bytes: Buffer.from(text) };
  const answer = await client.request({ method: 'POST', url: auto.path, ...multipart({}, file) });
  return { client, ...answer.json<{ error_code: number; data: { item_id: number } }>() };
}

describe('import/auto', () => {
  it('creates an item from an API description, with its catalogs in order', async () => {
    const golden = new URL(
      '../../../tests/golden/import/openapi/11-swagger-2.json',
      import.meta.url,
    );
    const { client, data } = await send(readFileSync(golden));
    expect(data).toMatchObject({ item_name: 'Old harbor', page_count: 5, notes: [] });
    const { item_id } = data;
    const { menu } = await client.callOk(calls.item.info, { item_id });
    expect(menu).toMatchObject({
      pages: [{ page_title: 'Overview' }, { page_title: 'Photo', method: 'PUT' }],
      catalogs: [
        {
          cat_name: 'Ships',
          pages: [{ page_title: 'Add a ship', method: 'POST' }, { page_title: 'Find ships' }],
        },
        { cat_name: 'Data models', pages: [{ page_title: 'Ship' }] },
      ],
    });
    const { pages } = await client.callOk(calls.item.search, { item_id, keyword: 'multipart' });
    expect(pages.map((page) => page.page_title)).toEqual(['Photo']);
  });

  it('makes the item readable for its owner only', async () => {
    const { data } = await send(
      '{"openapi":"3.0.0","info":{"title":"T"},"paths":{"/a":{"get":{}}}}',
    );
    const other = await makeLoggedInUser(site);
    const answer = await other.client.call(calls.item.info, { item_id: data.item_id });
    expect(answer.error_code).toBe(10307);
  });

  it('lists unsupported parts in the notes', async () => {
    const golden = new URL(
      '../../../tests/golden/import/openapi/18-outside-references.yaml',
      import.meta.url,
    );
    const { data } = await send(readFileSync(golden));
    expect(data).toMatchObject({ notes: expect.arrayContaining(['$ref file:///etc/passwd']) });
  });

  it('requests no URL and opens no file that a description references', async () => {
    const canary = await startCanary();
    const named = [
      `http://127.0.0.1:${canary.port}/a.json`,
      `//127.0.0.1:${canary.port}/b.json#/Thing`,
      `http://localhost:${canary.port}/c.json`,
      'file:///etc/hostname',
      '../../../../../../etc/hostname',
    ];
    const responseOf = ($ref: string) => ({ 200: { description: 'ok', ...inJson({ $ref }) } });
    const inJson = (schema: unknown) => ({ content: { 'application/json': { schema } } });
    const operations = named.map((address, at) => [
      `/${at}`,
      { get: { externalDocs: { url: address }, responses: responseOf(address) } },
    ]);
    const description = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      servers: [{ url: named[0] }],
      paths: { ...Object.fromEntries(operations), '/path': { $ref: named[0] } },
      components: { schemas: { A: { $ref: named[2] } } },
    };
    const { error_code, data } = await send(JSON.stringify(description));
    expect(error_code).toBe(0);
    const notes = named.map((address) => `$ref ${address}`);
    expect(data).toMatchObject({ notes: expect.arrayContaining(notes) });
    expect(canary.closeAndCountHits()).toBe(0);
  });

  it.each(['', 'words', '{"a":1}', '\u0000\u0001'])(
    'rejects an unreadable file: %j',
    async (text) => {
      expect(await send(text)).toMatchObject({ error_code: 10101, data: null });
    },
  );
});
