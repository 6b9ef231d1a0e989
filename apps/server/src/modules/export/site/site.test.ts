import { calls } from '@octavo/contract';
import type { SiteContents, SiteText } from '@octavo/contract/static-site';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCanary } from '../../../../tests/helpers/canary.ts';
import type { TestClient } from '../../../../tests/helpers/client.ts';
import { makeOwnedPage, uploadFile } from '../../../../tests/helpers/upload.ts';
import { makeCatalog, makePage } from '../../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../../tests/helpers/site.ts';
import type { TestSite } from '../../../../tests/helpers/site.ts';
import { unzip } from '../../../../tests/helpers/unzip.ts';

const { html } = calls.export;
const { save, uploadImg, upload } = calls.page;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function take(client: TestClient, query: Record<string, number>) {
  const answer = await client.request({
    method: 'GET',
    url: html.path,
    query: query as unknown as Record<string, string>,
  });
  const files = await unzip(answer.rawPayload);
  const text = (name: string) => files.get(name)?.toString() ?? '';
  const contents = JSON.parse(
    /^var octavoSite = (.*);\n$/.exec(text('site/contents.js'))?.[1] ?? '{}',
  ) as SiteContents;
  const texts = JSON.parse(
    /^octavoTexts\((.*)\);\n$/.exec(text('site/search-1.js'))?.[1] ?? '[]',
  ) as SiteText[];
  return { headers: answer.headers, files, text, contents, texts };
}

describe('a static site', () => {
  it('has a file for each page, relative links and all texts for the search', async () => {
    const { client, item_id, page_id } = await makeOwnedPage(site);
    const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const image = await uploadFile(client, uploadImg, { page_id }, { name: '图 1.png', bytes });
    await uploadFile(client, upload, { page_id }, { name: '说明.txt' });
    const other = await makePage(site, item_id, { page_title: 'a/b: c?', page_content: 'root' });
    await client.callOk(save, {
      page_id,
      page_title: 'Orders <&> "订单"',
      page_content: `# Orders <&> "订单"\n\n## 库存\n\n下单后会锁定库存。\n\n![p](${image.url}) [x](/page/${other}#部分) [y](/item/index) [z](#库存)\n\n![p](${image.url} "订单 <流程>"){width=50%}`,
    });
    const { headers, files, text, contents, texts } = await take(client, { item_id });
    expect(headers['content-disposition']).toContain('Harbor_API.html.zip');
    const names = [...files.keys()].filter((name) => !/^site\/(?!contents|search)/.test(name));
    expect(names).toEqual([
      'a_b_ c_.html',
      'Guides/Orders _&_ _订单_.html',
      'index.html',
      'site/search-1.js',
      'site/contents.js',
      'files/图 1.png',
      'files/说明.txt',
    ]);
    const page = text('Guides/Orders _&_ _订单_.html');
    expect(page).toContain('<title>Orders &lt;&amp;&gt; &quot;订单&quot; · Harbor API</title>');
    expect(page.match(/Orders &lt;&amp;&gt;/g)).toHaveLength(2);
    expect(page).toContain('src="../files/%E5%9B%BE%201.png"');
    expect(page).toMatch(
      /<figure><img src="\.\.\/files\/%E5%9B%BE%201\.png" alt="p" width="50%"[^>]*><figcaption>订单 &lt;流程&gt;<\/figcaption><\/figure>/,
    );
    expect(page).toContain('href="../a_b_%20c_.html#user-content-%E9%83%A8%E5%88%86"');
    expect(page).toContain(`href="${site.deps.config.publicUrl.origin}/item/index"`);
    expect(page).toContain('href="../files/%E8%AF%B4%E6%98%8E.txt" download>说明.txt</a>');
    expect(page).not.toContain('download>图');
    expect(page).toContain('rel="prev" href="../a_b_%20c_.html"');
    expect(page).toContain('<link rel="stylesheet" href="../site/site.css">');
    expect(page).toMatch(/Content-Security-Policy" content="default-src 'none'; script-src 'self'/);
    expect(files.get('files/图 1.png')?.equals(bytes)).toBe(true);
    expect(contents.chapters).toEqual([
      [1, 'a/b: c?', 'a_b_%20c_.html', ''],
      [1, 'Guides', '', ''],
      [2, 'Orders <&> "订单"', 'Guides/Orders%20_%26_%20_%E8%AE%A2%E5%8D%95_.html', ''],
    ]);
    expect(texts.map(([number]) => number)).toEqual([1, 3]);
    expect(texts[1]?.[1]).toContain('下单后会锁定库存。');
    expect(texts[1]?.[1]).toContain('订单 <流程>');
    expect(texts[1]?.[1]).not.toContain('width');
    expect(text('index.html')).toContain('<a href="a_b_%20c_.html">a/b: c?</a>');
    expect((await take(client, { item_id })).files).toEqual(files);
  });

  it('shows tables with merged cells, and allows inline styles only for formulas', async () => {
    const { client, item_id, page_id } = await makeOwnedPage(site);
    await client.callOk(save, { page_id, page_content: '$$a^2$$' });
    const sheet = [
      {
        name: 'One',
        merges: ['A2:B2'],
        rows: {
          0: { cells: { 0: { text: '名称' }, 1: { text: '<b>' } } },
          1: { cells: { 0: { text: 'both' } } },
        },
      },
    ];
    await client.callOk(save, {
      page_id: 0,
      item_id,
      page_title: 'Sheet',
      page_type: 1,
      page_content: JSON.stringify(sheet),
    });
    const { text } = await take(client, { item_id });
    expect(text('Sheet.html')).toContain('<th>名称</th><th>&lt;b&gt;</th>');
    expect(text('Sheet.html')).toContain('<td colspan="2">both</td>');
    expect(text('Sheet.html')).toContain("style-src 'self';");
    expect(text('Guides/Read me.html')).toContain("style-src 'self' 'unsafe-inline';");
    expect(text('Guides/Read me.html')).toContain('href="../site/math.css"');
  });

  it('escapes titles and content of pages', async () => {
    const { client, item_id, page_id } = await makeOwnedPage(site);
    const title = '</title><script>alert(1)</script>';
    await client.callOk(save, {
      page_id,
      page_title: title,
      page_content:
        '<script>alert(2)</script><img src=x onerror=alert(3)> [a](javascript:alert(4))',
    });
    const { files } = await take(client, { item_id });
    const pages = [...files].filter(([name]) => name.endsWith('.html'));
    for (const shown of pages.map(([, bytes]) => bytes.toString())) {
      expect(shown.match(/<script/g)).toHaveLength(3);
      expect(shown).not.toMatch(/<[^>]+ on\w+=|="javascript:/);
    }
    expect(files.get('site/contents.js')?.toString()).toContain('</title>');
  });

  it('sends no requests and contains no URL that a browser would fetch', async () => {
    const canary = await startCanary();
    const { port } = canary;
    const stranger = await makeOwnedPage(site, { password_hash: 'x' });
    const secret = await uploadFile(stranger.client, upload, { page_id: stranger.page_id });
    const { client, item_id, page_id } = await makeOwnedPage(site);
    const addresses = [
      `http://127.0.0.1:${port}/a.png`,
      `//127.0.0.1:${port}/b.png`,
      'file:///etc/passwd',
      '../../../../etc/passwd',
      '/api/user/info',
      `/file/${'0'.repeat(32)}/x.png`,
      secret.url ?? '',
    ];
    const tags = addresses.flatMap((address) => [
      `![x](${address})`,
      `<img src="${address}">`,
      `<video src="${address}"></video>`,
      `<audio><source src="${address}"></audio>`,
      `[![in a link](${address})](/page/1)`,
    ]);
    await client.callOk(save, { page_id, page_content: tags.join('\n\n') });
    const { files, text } = await take(client, { item_id });
    expect([...files.keys()].filter((name) => name.startsWith('files/'))).toEqual([]);
    const [, article = ''] =
      /<article[^>]*>(.*)<\/article>/s.exec(text('Guides/Read me.html')) ?? [];
    expect(article).toContain('127.0.0.1');
    expect(article).not.toMatch(/ src=/);
    expect(canary.closeAndCountHits()).toBe(0);
  });

  it('stores uploaded files that a browser could run as text, and adapts the links', async () => {
    const { client, item_id, page_id } = await makeOwnedPage(site);
    const bytes = Buffer.from('<script>alert(1)</script>');
    const names = [
      'x.html',
      'X.HTML',
      'a.svg',
      'b.xml',
      'c.js',
      'd.php',
      'e.shtml',
      'page',
      'f.md',
    ];
    const urls: string[] = [];
    for (const name of names)
      urls.push((await uploadFile(client, upload, { page_id }, { name, bytes })).data.url);
    const kept = ['g.pdf', 'h.ZIP', 'i.docx', 'j.txt'];
    for (const name of kept) await uploadFile(client, upload, { page_id }, { name, bytes });
    const [document = '', , picture = ''] = urls;
    await client.callOk(save, {
      page_id,
      page_content: `[open](${document}) <img src="${picture}">`,
    });
    const { files, text } = await take(client, { item_id });
    expect(
      [...files.keys()].flatMap((name) => (name.startsWith('files/') ? name.slice(6) : [])),
    ).toEqual(
      expect.arrayContaining([...kept, 'x.html.txt', 'X.HTML_1.txt', 'a.svg.txt', 'page.txt']),
    );
    const active = [...files.keys()].filter(
      (name) => name.startsWith('files/') && !/\.(?:txt|pdf|zip|docx)$/i.test(name),
    );
    expect(active).toEqual([]);
    const page = text('Guides/Read me.html');
    expect(page).toContain('href="../files/x.html.txt"');
    expect(page).toContain('src="../files/a.svg.txt"');
    expect(page).toContain('href="../files/d.php.txt" download>d.php</a>');
    expect(files.get('files/x.html.txt')?.equals(bytes)).toBe(true);
  });

  it('can contain a single catalog or page', async () => {
    const { client, item_id, page_id, catalog } = await makeOwnedPage(site);
    const below = await makeCatalog(site, item_id, { parent: catalog, cat_name: 'Below' });
    await makePage(site, item_id, { catalog: below, page_title: 'Deep page' });
    await makePage(site, item_id, { page_title: 'Root page' });
    const part = await take(client, { item_id, cat_id: catalog.cat_id });
    expect(part.contents.chapters.map(([, title]) => title)).toEqual([
      'Guides',
      'Read me',
      'Below',
      'Deep page',
    ]);
    expect(part.files.has('Guides/Below/Deep page.html')).toBe(true);
    const one = await take(client, { item_id, page_id });
    expect(one.contents.chapters.map(([, title]) => title)).toEqual(['Read me']);
  });
});
