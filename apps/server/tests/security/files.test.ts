import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, makeVisitor } from '../helpers/factories.ts';
import { FILE_EXTENSIONS } from '../helpers/file-extensions.ts';
import { fetchFile, makeOwnedPage, uploadFile } from '../helpers/upload.ts';
import { makeMember } from '../helpers/item-factories.ts';
import { sampleOf } from '../helpers/nightly.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';
import { PNG_PIXEL } from '../helpers/multipart.ts';
import { settingRepository } from '../../src/modules/setting/setting.repository.ts';

const { upload, uploadImg, uploadList } = calls.page;
const SCRIPT = Buffer.from('<!DOCTYPE html><script>alert(document.domain)</script>');

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  await settingRepository(site.deps.db).save({ attachment_size_m: 1 });
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
    const extensions = new Set([...RUN_BY_BROWSERS, ...sampleOf(FILE_EXTENSIONS, 0)]);
    const unusualNames = [
      'a',
      'a.html.',
      'a.HTML',
      'a.html\u0000.png',
      'a%2ehtml',
      'a.png.html',
      'a.<>php',
    ];
    const names = [
      ...[...extensions].map((extension) => `a.${extension}`),
      ...unusualNames,
    ].values();
    const { client, page_id } = await makeOwnedPage(site);
    const notDownloads: string[] = [];
    const work = async () => {
      for (const name of names) {
        const { url } = await uploadFile(client, upload, { page_id }, { name, bytes: SCRIPT });
        const { headers } = await fetchFile(client, url);
        if (
          Object.entries(DOWNLOAD).some(([field, value]) => !matchesHeader(headers[field], value))
        )
          notDownloads.push(name);
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(notDownloads).toEqual([]);
  });

  it.each([
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['xml', '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">1</x:script>'],
    ['gif', 'GIF89a/*<script>*/=1;alert(1)//</script>'],
    ['jpg', '\u00ff\u00d8\u00ff<script>alert(1)</script>'],
    ['bmp', 'BM<script>alert(1)</script>'],
    ['webp', 'RIFF\u0010\u0000\u0000\u0000WEBPVP8 <script>alert(1)</script>'],
  ])('that begins like an image is not accepted as one: %s', async (extension, text) => {
    const { client, page_id } = await makeOwnedPage(site);
    const file = { name: `a.${extension}`, bytes: Buffer.from(text, 'latin1') };
    expect((await uploadFile(client, uploadImg, { page_id }, file)).error_code).toBe(10604);
    const { url } = await uploadFile(client, upload, { page_id }, file);
    expect((await fetchFile(client, url)).headers).toMatchObject(DOWNLOAD);
  });

  it('appended to an image is served with the type of the image and nosniff', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const bytes = Buffer.concat([PNG_PIXEL, SCRIPT]);
    const { url, error_code } = await uploadFile(
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
    const { page_id } = await makeOwnedPage(site);
    const count = async () =>
      (await site.database.query<{ n: string }>('select count(*) as n from upload_file'))[0]?.n;
    const before = await count();
    const file = { name: 'a.<>php', bytes: Buffer.from('<?=1;?>') };
    const sent = await uploadFile(makeVisitor(site), uploadImg, { page_id }, file);
    expect(sent).toMatchObject({ error_code: 10102, success: 0 });
    const member = await makeOwnedPage(site);
    const own = { page_id: member.page_id };
    expect((await uploadFile(member.client, uploadImg, own, file)).error_code).toBe(10604);
    expect(await count()).toBe(before);
  });
});

function matchesHeader(value: unknown, expected: unknown): boolean {
  return typeof expected === 'string'
    ? value === expected
    : String(value).startsWith('attachment;');
}

describe('the URL of a file', () => {
  const status = async (client: Parameters<typeof fetchFile>[0], url: string) =>
    (await fetchFile(client, url)).statusCode;

  it('grants no access by query parameters, and no list by a file of one’s own', async () => {
    const owner = await makeOwnedPage(site, { password_hash: 'x' });
    const stranger = await makeLoggedInUser(site);
    const own = await uploadFile(stranger.client, calls.attachment.upload, {});
    const bound = await stranger.client.call(uploadList, { page_id: owner.page_id });
    expect(bound.error_code).not.toBe(0);
    const { url } = await uploadFile(owner.client, upload, { page_id: owner.page_id });
    for (const query of ['?s=', '?s[]=1', '?user_token=x', `?page_id=${owner.page_id}`])
      expect(await status(stranger.client, url + query)).toBe(404);
    expect(await status(makeVisitor(site), own.url)).toBe(404);
    const byQuery = await stranger.client.request({
      method: 'POST',
      url: `${upload.path}?page_id=${owner.page_id}`,
    });
    expect(byQuery.json()).toMatchObject({ success: 0, data: null });
  });

  it('stops working within 5 s of each loss of a right', async () => {
    const owner = await makeOwnedPage(site, { password_hash: 'x' });
    const { page_id, item_id, client } = owner;
    const { url } = await uploadFile(client, upload, { page_id });
    const revocations: ((person: { username: string }) => Promise<unknown>)[] = [
      async ({ username }) => {
        const list = await client.callOk(calls.member.getList, { item_id });
        const own = list.find((row) => row.username === username);
        return client.callOk(calls.member.delete, {
          item_id,
          item_member_id: own?.item_member_id ?? 0,
        });
      },
      () => client.callOk(calls.page.delete, { page_id }),
    ];
    for (const revoke of revocations) {
      const member = await makeMember(site, item_id);
      expect(await status(member.client, url)).toBe(200);
      await revoke(member);
      await expect.poll(() => status(member.client, url)).toBe(404);
    }
    expect(await status(client, url)).toBe(200);
  });
});
