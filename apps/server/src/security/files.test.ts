import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedIn, visitor } from '../testing/factories.ts';
import { FILE_EXTENSIONS } from '../testing/file-extensions.ts';
import { fetchFile, ownPage, send } from '../testing/files.ts';
import { makeMember } from '../testing/item-factories.ts';
import { someOf } from '../testing/nightly.ts';
import { openTestSite } from '../testing/site.ts';
import type { TestSite } from '../testing/site.ts';
import { PICTURE } from '../testing/with-file.ts';

const { upload, uploadImg, uploadList } = calls.page;
const SCRIPT = Buffer.from('<!DOCTYPE html><script>alert(document.domain)</script>');

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  await site.deps.repos.settings.save({ attachment_size_m: 1 });
});
afterAll(() => site.close());

/** Headers with which a browser runs nothing, whatever type it detects in the bytes. */
const DOWNLOAD = {
  'content-type': 'application/octet-stream',
  'content-disposition': expect.stringMatching(/^attachment;/),
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

const RUN_BY_BROWSERS =
  'html htm xhtml xht shtml mht svg svgz xml xsl js mjs css swf pdf php'.split(' ');

describe('an uploaded script', () => {
  it('is served as a download whatever its extension, for more than a thousand extensions', async () => {
    expect(FILE_EXTENSIONS.length).toBeGreaterThan(1000);
    const endings = new Set([...RUN_BY_BROWSERS, ...someOf(FILE_EXTENSIONS, 0)]);
    const odd = ['a', 'a.html.', 'a.HTML', 'a.html\u0000.png', 'a%2ehtml', 'a.png.html', 'a.<>php'];
    const names = [...[...endings].map((ending) => `a.${ending}`), ...odd].values();
    const { client, page_id } = await ownPage(site);
    const shown: string[] = [];
    const work = async () => {
      for (const name of names) {
        const { url } = await send(client, upload, { page_id }, { name, bytes: SCRIPT });
        const { headers } = await fetchFile(client, url);
        if (Object.entries(DOWNLOAD).some(([field, value]) => !sameAs(headers[field], value)))
          shown.push(name);
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(shown).toEqual([]);
  });

  it.each([
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['xml', '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">1</x:script>'],
    ['gif', 'GIF89a/*<script>*/=1;alert(1)//</script>'],
    ['jpg', '\u00ff\u00d8\u00ff<script>alert(1)</script>'],
    ['bmp', 'BM<script>alert(1)</script>'],
    ['webp', 'RIFF\u0010\u0000\u0000\u0000WEBPVP8 <script>alert(1)</script>'],
  ])('that begins like an image is not accepted as one: %s', async (ending, text) => {
    const { client, page_id } = await ownPage(site);
    const file = { name: `a.${ending}`, bytes: Buffer.from(text, 'latin1') };
    expect((await send(client, uploadImg, { page_id }, file)).error_code).toBe(10604);
    const { url } = await send(client, upload, { page_id }, file);
    expect((await fetchFile(client, url)).headers).toMatchObject(DOWNLOAD);
  });

  it('appended to an image is served with the type of the image and nosniff', async () => {
    const { client, page_id } = await ownPage(site);
    const bytes = Buffer.concat([PICTURE, SCRIPT]);
    const { url, error_code } = await send(
      client,
      uploadImg,
      { page_id },
      { name: 'a.html', bytes },
    );
    expect(error_code).toBe(0);
    const { headers } = await fetchFile(client, url);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('of an unauthorized caller reaches neither table nor store', async () => {
    const { page_id } = await ownPage(site);
    const count = async () =>
      (await site.database.query<{ n: string }>('select count(*) as n from upload_file'))[0]?.n;
    const before = await count();
    const file = { name: 'a.<>php', bytes: Buffer.from('<?=1;?>') };
    const sent = await send(visitor(site), uploadImg, { page_id }, file);
    expect(sent).toMatchObject({ error_code: 10102, success: 0 });
    const member = await ownPage(site);
    const own = { page_id: member.page_id };
    expect((await send(member.client, uploadImg, own, file)).error_code).toBe(10604);
    expect(await count()).toBe(before);
  });
});

function sameAs(value: unknown, expected: unknown): boolean {
  return typeof expected === 'string'
    ? value === expected
    : String(value).startsWith('attachment;');
}

describe('the URL of a file', () => {
  const status = async (client: Parameters<typeof fetchFile>[0], url: string) =>
    (await fetchFile(client, url)).statusCode;

  it('grants no access by query parameters, and no list by a file of one’s own', async () => {
    const owner = await ownPage(site, { password_hash: 'x' });
    const stranger = await makeLoggedIn(site);
    const own = await send(stranger.client, calls.attachment.upload, {});
    const bound = await stranger.client.call(uploadList, { page_id: owner.page_id });
    expect(bound.error_code).not.toBe(0);
    const { url } = await send(owner.client, upload, { page_id: owner.page_id });
    for (const query of ['?s=', '?s[]=1', '?user_token=x', `?page_id=${owner.page_id}`])
      expect(await status(stranger.client, url + query)).toBe(404);
    expect(await status(visitor(site), own.url)).toBe(404);
    const byQuery = await stranger.client.request({
      method: 'POST',
      url: `${upload.path}?page_id=${owner.page_id}`,
    });
    expect(byQuery.json()).toMatchObject({ success: 0, data: null });
  });

  it('stops working within 5 s of each loss of a right', async () => {
    const owner = await ownPage(site, { password_hash: 'x' });
    const { page_id, item_id, client } = owner;
    const { url } = await send(client, upload, { page_id });
    const losses: ((person: { username: string }) => Promise<unknown>)[] = [
      async ({ username }) => {
        const list = await client.must(calls.member.getList, { item_id });
        const own = list.find((row) => row.username === username);
        return client.must(calls.member.delete, {
          item_id,
          item_member_id: own?.item_member_id ?? 0,
        });
      },
      () => client.must(calls.page.delete, { page_id }),
    ];
    for (const lose of losses) {
      const member = await makeMember(site, item_id);
      expect(await status(member.client, url)).toBe(200);
      await lose(member);
      await expect.poll(() => status(member.client, url)).toBe(404);
    }
    expect(await status(client, url)).toBe(200);
  });
});
