import { calls } from '@octavo/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCanary } from '../../../tests/helpers/canary.ts';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import { makeOwnedPage, uploadFile } from '../../../tests/helpers/upload.ts';
import {
  addMember,
  archiveItem,
  makeCatalog,
  makeItem,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { unzip } from '../../../tests/helpers/unzip.ts';
import { exportStep } from './export-step.ts';

const { word, markdown, html, openapi, begin, download } = calls.export;
const { save, uploadImg, upload } = calls.page;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function take(client: TestClient, path: string, query: Record<string, number>) {
  const answer = await client.request({
    method: 'GET',
    url: path,
    query: query as unknown as Record<string, string>,
  });
  expect(answer.headers['content-type']).not.toContain('json');
  return { headers: answer.headers, files: await unzip(answer.rawPayload) };
}

const text = (files: ReadonlyMap<string, Buffer>, name: string) =>
  files.get(name)?.toString() ?? '';
const documentOf = (files: ReadonlyMap<string, Buffer>) => text(files, 'word/document.xml');

describe('a Word document', () => {
  it('has the tree as numbered headings with a table of contents, and each page below its title', async () => {
    const { client, item_id, page_id, catalog } = await makeOwnedPage(site);
    await client.callOk(save, {
      page_id,
      page_title: 'Orders <&> "订单"',
      page_content:
        '# Intro\n\n|a|b|\n|:-|-:|\n|1|2|\n\n```json\n{"x": 1}\n```\n\n3. three\n\n- [x] done\n\n> said\n\n]]></w:t> <script>alert(1)</script>',
    });
    await makePage(site, item_id, { page_title: 'Root page', page_content: 'at the top' });
    const { headers, files } = await take(client, word.path, { item_id });
    expect(headers['content-disposition']).toContain('filename="Harbor_API.docx"');
    const xml = documentOf(files);
    expect(xml).toMatch(
      /<w:pStyle w:val="Heading1"\/><\/w:pPr><w:bookmarkStart [^>]*\/><w:r><w:t xml:space="preserve">Root page</,
    );
    expect(xml).toContain(`2 ${catalog.cat_name}`);
    // Each entry has its page number; only Word reads the surrounding field.
    expect(xml.match(/ PAGEREF _Toc\d+ /g)).toHaveLength(3);
    expect(xml.match(/<mc:Choice Requires="w15"><w:(?:fldChar|instrText) /g)).toHaveLength(4);
    expect(xml).toContain('2.1 Orders &lt;&amp;&gt; &quot;订单&quot;');
    expect(xml).toContain('<w:pStyle w:val="Heading3"/><w:numPr>');
    expect(xml).toContain('<w:tblHeader/>');
    expect(xml).toContain('<w:jc w:val="right"/>');
    expect(xml).toContain('☑ ');
    expect(xml).toContain('<w:pStyle w:val="Code"/>');
    expect(xml).toContain('<w:pStyle w:val="Quote"/>');
    expect(xml).toContain(']]&gt;&lt;/w:t&gt;');
    expect(text(files, 'word/numbering.xml')).toContain('<w:startOverride w:val="3"/>');
    expect(text(files, 'word/styles.xml')).toContain('w:eastAsia="Microsoft YaHei"');
  });

  it('contains only images that are files of the page', async () => {
    const { client, item_id, page_id } = await makeOwnedPage(site);
    const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .webp()
      .toBuffer();
    const { url } = await uploadFile(client, uploadImg, { page_id }, { name: 'a.webp', bytes });
    await client.callOk(save, { page_id, page_content: `![red](${url}) ![again](${url})` });
    const { files } = await take(client, word.path, { item_id });
    const media = [...files.keys()].filter((name) => name.startsWith('word/media/'));
    expect(media).toHaveLength(1);
    expect(await sharp(files.get(media[0] ?? '')).metadata()).toMatchObject({
      format: 'png',
      width: 40,
    });
    expect(documentOf(files).match(/<w:drawing>/g)).toHaveLength(2);
    expect(text(files, 'word/_rels/document.xml.rels')).toContain(media[0]?.slice(5));
  });

  it('shows diagrams as source with the reason when there is no browser', async () => {
    const { client, item_id, page_id } = await makeOwnedPage(site);
    await client.callOk(save, { page_id, page_content: '```mermaid\ngraph TD; A-->B\n```' });
    const xml = documentOf((await take(client, word.path, { item_id })).files);
    expect(xml).toContain('graph TD; A--&gt;B');
    expect(xml).toContain('this server has no browser configured to draw diagrams');
  });

  it('sends no requests for any image URL of a page', async () => {
    const canary = await startCanary();
    const { port } = canary;
    const stranger = await makeOwnedPage(site, { password_hash: 'x' });
    const secret = await uploadFile(stranger.client, upload, { page_id: stranger.page_id });
    const { client, item_id, page_id } = await makeOwnedPage(site);
    const addresses = [
      `http://127.0.0.1:${port}/a.png`,
      `//127.0.0.1:${port}/b.png`,
      `http://localhost:${port}/c.png`,
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      '../../../../etc/passwd',
      '/api/user/info',
      `/file/../../etc/passwd`,
      `/file/${'0'.repeat(32)}/x.png`,
      secret.url ?? '',
      'data:image/svg+xml;base64,AAAA',
    ];
    const images = addresses.flatMap((address) => [`![x](${address})`, `<img src="${address}">`]);
    await client.callOk(save, { page_id, page_content: images.join('\n\n') });
    for (const { path } of [word, markdown]) {
      const { files } = await take(client, path, { item_id });
      const carried = [...files.keys()].filter((name) => /media|^files/.test(name));
      expect(carried).toEqual([]);
    }
    expect(canary.closeAndCountHits()).toBe(0);
  });

  it('can contain a single catalog or page', async () => {
    const { client, item_id, page_id, catalog } = await makeOwnedPage(site);
    const below = await makeCatalog(site, item_id, { parent: catalog, cat_name: 'Below' });
    await makePage(site, item_id, { catalog: below, page_title: 'Deep page' });
    await makePage(site, item_id, { page_title: 'Root page' });
    const { files } = await take(client, word.path, { item_id, cat_id: catalog.cat_id });
    expect(documentOf(files)).toContain('Deep page');
    expect(documentOf(files)).not.toContain('Root page');
    const one = await take(client, word.path, { item_id, page_id });
    expect(documentOf(one.files)).not.toContain('Deep page');
    expect(one.headers['content-disposition']).toContain('Read_me.docx');
  });
});

describe('a Markdown zip', () => {
  it('has pages in folders, relative links and a manifest', async () => {
    const { client, item_id, page_id, catalog } = await makeOwnedPage(site);
    const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const image = await uploadFile(client, uploadImg, { page_id }, { name: 'a (1).png', bytes });
    await uploadFile(client, upload, { page_id }, { name: '说明.txt' });
    const other = await makePage(site, item_id, { page_title: 'a/b: c', page_content: 'root' });
    const origin = site.deps.config.publicUrl.origin;
    await client.callOk(save, {
      page_id,
      page_content: `![p](${image.url} "Caption (1)"){width=480} <img src="${origin}${image.url}"> [x](/page/${other}) /page/${other}\r\n`,
    });
    await makePage(site, item_id, { page_title: 'A/B: C', page_content: '', s_number: 100 });
    const { files } = await take(client, markdown.path, { item_id });
    expect([...files.keys()]).toEqual([
      'a_b_ c.md',
      'A_B_ C_1.md',
      'Guides/Read me.md',
      'files/a (1).png',
      'files/说明.txt',
      'octavo.json',
    ]);
    expect(text(files, 'Guides/Read me.md')).toBe(
      `![p](../files/a%20%281%29.png "Caption (1)"){width=480} <img src="../files/a%20%281%29.png"> [x](../a_b_%20c.md) /page/${other}\r\n`,
    );
    expect(files.get('files/a (1).png')?.equals(bytes)).toBe(true);
    expect(JSON.parse(text(files, 'octavo.json'))).toEqual({
      octavo: 1,
      item_name: 'Harbor API',
      item_description: '',
      item_type: 1,
      catalogs: [{ folder: 'Guides/', catalog: ['Guides'], s_number: catalog.s_number }],
      pages: [
        {
          file: 'a_b_ c.md',
          title: 'a/b: c',
          catalog: [],
          s_number: 99,
          page_type: 0,
          attachments: [],
        },
        {
          file: 'A_B_ C_1.md',
          title: 'A/B: C',
          catalog: [],
          s_number: 100,
          page_type: 0,
          attachments: [],
        },
        {
          file: 'Guides/Read me.md',
          title: 'Read me',
          catalog: ['Guides'],
          s_number: 99,
          page_type: 0,
          attachments: ['files/说明.txt'],
        },
      ],
    });
    const again = await take(client, markdown.path, { item_id });
    expect(again.files).toEqual(files);
  });
});

describe('an export', () => {
  it('requires the right to edit', async () => {
    const { item_id } = await makeOwnedPage(site);
    const reader = await makeLoggedInUser(site);
    await addMember(site, item_id, reader);
    for (const [client, code] of [
      [reader.client, 10302],
      [(await makeLoggedInUser(site)).client, 10302],
      [makeVisitor(site), 10102],
    ] as const)
      expect((await client.call(word, { item_id })).error_code).toBe(code);
  });

  it('contains only the catalog of a limited member, also in a public item', async () => {
    const { item_id, catalog } = await makeOwnedPage(site);
    await makePage(site, item_id, { page_title: 'Root page', page_content: 'kept-root' });
    const other = await makeCatalog(site, item_id, { cat_name: 'Kept catalog' });
    await makePage(site, item_id, { catalog: other, page_content: 'kept-elsewhere' });
    const limited = await makeLoggedInUser(site);
    await addMember(site, item_id, limited, { edit: true, catalog });
    for (const { path } of [word, markdown]) {
      const { files } = await take(limited.client, path, { item_id });
      const all = [...files].map(([name, bytes]) => name + bytes.toString()).join('');
      expect(all).toContain('Read me');
      expect(all).not.toMatch(/kept-|Kept catalog|Root page/);
    }
    const elsewhere = await limited.client.call(word, { item_id, cat_id: other.cat_id });
    expect(elsewhere.error_code).toBe(10302);
  });

  it('works for an archived item', async () => {
    const { client, item_id } = await makeOwnedPage(site);
    await archiveItem(site, item_id);
    const { files } = await take(client, word.path, { item_id });
    expect(documentOf(files)).toContain('Read me');
  });

  it('has the pages of an imported Run-API item as API documents in every format', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner, item_type: 3 });
    const page_content = JSON.stringify({
      info: { from: 'runapi', method: 'post', url: 'https://api.test/v1/orders', apiStatus: '3' },
      request: { headers: [{ name: 'X-Shop', type: 'string', require: '1', remark: '店铺' }] },
      response: { responseExample: '{"id": 7}' },
    });
    await makePage(site, item_id, { author: owner, page_title: 'Order', page_content });
    const reader = await makeLoggedInUser(site);
    await addMember(site, item_id, reader);
    for (const [call, file] of [
      [word, 'word/document.xml'],
      [markdown, 'Order.md'],
      [html, 'Order.html'],
    ] as const) {
      const { files } = await take(owner.client, call.path, { item_id });
      expect(text(files, file)).toContain('https://api.test/v1/orders');
      expect(text(files, file)).toContain('店铺');
      expect(text(files, file)).not.toContain('runapi');
      expect((await reader.client.call(call, { item_id })).error_code).toBe(10302);
    }
    const described = await owner.client.request({
      method: 'GET',
      url: openapi.path,
      query: { item_id: String(item_id) },
    });
    expect(described.json()).toMatchObject({
      servers: [{ url: 'https://api.test' }],
      paths: { '/v1/orders': { post: { parameters: [{ name: 'X-Shop', in: 'header' }] } } },
    });
    const { task_id } = await owner.client.callOk(begin, { item_id, format: 'markdown' });
    await exportStep.run(site.deps, task_id);
    const { files } = await take(owner.client, download.path, { task_id });
    expect(text(files, 'Order.md')).toContain('https://api.test/v1/orders');
  });

  it('is rejected for cross-site requests', async () => {
    const { client, item_id } = await makeOwnedPage(site);
    const answer = await client.request({
      method: 'GET',
      url: word.path,
      query: { item_id: String(item_id) },
      headers: { 'sec-fetch-site': 'cross-site', origin: undefined },
    });
    expect(answer.json()).toMatchObject({ error_code: 10103 });
  });

  it('is recorded in the audit log', async () => {
    const { client, item_id } = await makeOwnedPage(site);
    await take(client, markdown.path, { item_id });
    const { list } = await client.callOk(calls.audit.getList, { item_id });
    expect(list[0]).toMatchObject({ action: 'export.markdown' });
  });

  it('is an empty document for an empty item', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const { files } = await take(owner.client, word.path, { item_id });
    expect(documentOf(files)).toContain('Harbor API');
  });
});
