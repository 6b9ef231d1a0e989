import { calls } from '@octavo/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeVisitor } from '../../../tests/helpers/factories.ts';
import { fetchFile, makeOwnedPage, uploadFile } from '../../../tests/helpers/upload.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { uploadImg, upload, save, info, createSinglePage, infoByKey } = calls.page;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

/** Noise, so that a resized variant has fewer bytes than the original. */
const picture = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

/** 3 × 2 pixels with 24 bits each, in top-down order. */
function bmp() {
  const bytes = Buffer.alloc(54 + 24);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(3, 18);
  bytes.writeInt32LE(-2, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

const variants = (url: string) =>
  site.database.query<{ width: number; object_key: string }>(
    `select file_variant.width, file_variant.object_key
     from file_variant join upload_file using (file_id) where file_key = $1 order by 1`,
    [url.split('/')[2]],
  );

describe('a picture', () => {
  it('has dimensions in the page and smaller variants for small screens', async () => {
    const { client, page_id } = await makeOwnedPage(site, { password_hash: 'x' });
    const bytes = await picture(1000, 400).jpeg({ quality: 95 }).toBuffer();
    const { url } = await uploadFile(client, uploadImg, { page_id }, { name: 'a.jpg', bytes });
    await client.callOk(save, { page_id, page_content: `![](${url})` });
    const { html } = await client.callOk(info, { page_id, with_html: true });
    expect(html).toContain(` src="${url}" width="1000" height="400"`);
    expect(html).toContain(`srcset="${url}?w=480 480w, ${url}?w=960 960w, ${url} 1000w"`);
    await expect
      .poll(async () => (await variants(url)).map(({ width }) => width))
      .toEqual([480, 960]);
    const copy = await fetchFile(client, `${url}?w=480`);
    expect(copy.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(await sharp(copy.rawPayload).metadata()).toMatchObject({ width: 480, height: 192 });
    expect(copy.rawPayload.length).toBeLessThan(bytes.length);
    const original = await fetchFile(client, url);
    expect(copy.headers['etag']).not.toBe(original.headers['etag']);
    // Other widths return the original, with the same access check.
    for (const w of ['1440', '481', 'x'])
      expect((await fetchFile(client, `${url}?w=${w}`)).rawPayload.equals(bytes)).toBe(true);
    expect((await fetchFile(makeVisitor(site), `${url}?w=480`)).statusCode).toBe(404);
  });

  it('is accessible in all sizes by the URLs of a shared page', async () => {
    const { client, page_id } = await makeOwnedPage(site, { password_hash: 'x' });
    const bytes = await picture(600, 100).png().toBuffer();
    const { url } = await uploadFile(client, uploadImg, { page_id }, { name: 'a.png', bytes });
    await client.callOk(save, { page_id, page_content: `![](${url})` });
    await expect.poll(async () => (await variants(url)).length).toBe(1);
    const shared = { page_id, isCreateSiglePage: true };
    const { unique_key } = await client.callOk(createSinglePage, shared);
    const guest = makeVisitor(site);
    const { html = '' } = await guest.callOk(infoByKey, { unique_key, with_html: true });
    const srcset = / srcset="([^"]*)"/.exec(html)?.[1] ?? '';
    const choices = srcset.split(', ').map((choice) => choice.split(' ')[0] ?? '');
    expect(choices).toHaveLength(2);
    for (const address of choices) {
      const got = await fetchFile(guest, address.replaceAll('&amp;', '&'));
      expect(got.statusCode).toBe(200);
    }
  });

  it('is deleted with all its variants', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const bytes = await picture(700, 90).png().toBuffer();
    const { url, data } = await uploadFile(
      client,
      uploadImg,
      { page_id },
      { name: 'a.png', bytes },
    );
    await expect.poll(async () => (await variants(url)).length).toBe(1);
    const [copy] = await variants(url);
    const isStored = async () =>
      Boolean(await (await site.deps.stores.current()).find(copy?.object_key ?? ''));
    expect(await isStored()).toBe(true);
    await client.callOk(calls.page.deleteUploadFile, { page_id, file_id: data.file_id });
    await expect.poll(isStored).toBe(false);
  });

  it('in BMP format has dimensions but no variants', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const bytes = bmp();
    const { url, data } = await uploadFile(
      client,
      uploadImg,
      { page_id },
      { name: 'a.bmp', bytes },
    );
    expect(data.file_type).toBe('image/bmp');
    const got = await fetchFile(client, url);
    expect(got.headers['content-type']).toBe('image/bmp');
    expect(got.headers['content-disposition']).toMatch(/^inline;/);
    await client.callOk(save, { page_id, page_content: `![](${url})` });
    const { html } = await client.callOk(info, { page_id, with_html: true });
    expect(html).toContain(' width="3" height="2"');
    expect(html).not.toContain('srcset');
  });

  it('with only a valid beginning is rejected as a picture and sent as a download', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const bytes = Buffer.concat([
      (await picture(20, 20).png().toBuffer()).subarray(0, 12),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    const rejected = await uploadFile(client, uploadImg, { page_id }, { name: 'a.png', bytes });
    expect(rejected.error_code).toBe(10604);
    const accepted = await uploadFile(client, upload, { page_id }, { name: 'a.png', bytes });
    expect(accepted.data.file_type).toBe('application/octet-stream');
    const headBmp = bmp().subarray(0, 20);
    const cut = await uploadFile(client, uploadImg, { page_id }, { name: 'a.bmp', bytes: headBmp });
    expect(cut.error_code).toBe(10604);
  });

  it('has the dimensions after the EXIF rotation', async () => {
    const bytes = await picture(30, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { client, page_id } = await makeOwnedPage(site);
    const { data } = await uploadFile(client, uploadImg, { page_id }, { bytes });
    const size = 'select width, height from upload_file where file_id = $1';
    expect(await site.database.query(size, [data.file_id])).toEqual([{ width: 20, height: 30 }]);
  });
});
