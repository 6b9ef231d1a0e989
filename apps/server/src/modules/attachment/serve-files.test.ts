import { createHash, randomBytes } from 'node:crypto';
import { calls } from '@octavo/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import { fetchFile, makeOwnedPage, uploadFile } from '../../../tests/helpers/upload.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { STORE_KINDS, storeEnv } from '../../../tests/helpers/stores.ts';
import { PNG_PIXEL } from '../../../tests/helpers/multipart.ts';
import { settingRepository } from '../setting/setting.repository.ts';

const { upload, uploadImg, uploadList, deleteUploadFile } = calls.page;
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(STORE_KINDS)('files in the %s store', (kind) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openTestSite(await storeEnv(kind));
  });
  afterAll(() => site.close());

  const rows = () =>
    site.database.query<{ object_key: string; store: string }>(
      'select object_key, store from upload_file',
    );

  it('are sent completely, as byte ranges, and with 304 when the ETag matches', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const bytes = randomBytes(700_001);
    const { url } = await uploadFile(client, upload, { page_id }, { bytes });
    expect(await rows()).toContainEqual({ object_key: hash(bytes), store: kind });
    const whole = await fetchFile(client, url);
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    expect(whole.headers).toMatchObject({ 'content-length': '700001', 'accept-ranges': 'bytes' });
    const etag = String(whole.headers['etag']);
    const part = await fetchFile(client, url, { range: 'bytes=600000-', 'if-range': etag });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe('bytes 600000-700000/700001');
    expect(part.rawPayload.equals(bytes.subarray(600_000))).toBe(true);
    const beyond = await fetchFile(client, url, { range: 'bytes=700001-' });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */700001']);
    const known = await fetchFile(client, url, { 'if-none-match': `"other", ${etag}` });
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
    const head = await client.request({ method: 'HEAD', url });
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, '700001']);
  });

  it('count visits and the traffic of this month', async () => {
    const { client, uid, page_id } = await makeOwnedPage(site);
    const { url } = await uploadFile(client, upload, { page_id }, { bytes: randomBytes(1000) });
    for (let time = 0; time < 5; time += 1) await fetchFile(client, url);
    await fetchFile(client, url, { range: 'bytes=0-99' });
    await site.deps.fileVisits.flush();
    const [file] = await client.callOk(uploadList, { page_id });
    expect(file?.visit_times).toBe(6);
    const traffic = 'select bytes, month::text from file_traffic where uid = $1';
    const month = `${new Date().toISOString().slice(0, 7)}-01`;
    expect(await site.database.query(traffic, [uid])).toEqual([{ bytes: '5100', month }]);
  });

  it('are deleted with their object, unless another file has the same content', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const bytes = randomBytes(100);
    const [one, two] = [
      await uploadFile(client, upload, { page_id }, { bytes }),
      await uploadFile(client, upload, { page_id }, { bytes }),
    ];
    const storage = await site.deps.stores.get(kind);
    await client.callOk(deleteUploadFile, { page_id, file_id: one.data.file_id });
    expect((await fetchFile(client, two.url)).rawPayload.equals(bytes)).toBe(true);
    await client.callOk(deleteUploadFile, { page_id, file_id: two.data.file_id });
    await expect.poll(() => storage.find(hash(bytes))).toBeUndefined();
  });
});

describe('a picture', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openTestSite();
  });
  afterAll(() => site.close());

  const uploadBoth = async (bytes: Buffer<ArrayBuffer>) => {
    const { client, page_id } = await makeOwnedPage(site);
    const sent = await uploadFile(client, uploadImg, { page_id }, { name: 'a.png', bytes });
    const kept = await uploadFile(client, upload, { page_id }, { name: 'a.png', bytes });
    const { headers } = await fetchFile(client, kept.url);
    return { code: sent.error_code, type: headers['content-type'] };
  };
  const none = { code: 10604, type: 'application/octet-stream' };

  it('that cannot be decoded completely is rejected', async () => {
    const noise = randomBytes(300 * 300 * 3);
    const raw = { width: 300, height: 300, channels: 3 } as const;
    const whole = await sharp(noise, { raw }).png().toBuffer();
    expect(await uploadBoth(Buffer.from(whole.subarray(0, whole.length / 2)))).toEqual(none);
    expect(
      await uploadBoth(Buffer.concat([whole.subarray(0, 60), Buffer.from('<script>')])),
    ).toEqual(none);
    expect(await uploadBoth(Buffer.from(whole))).toEqual({ code: 0, type: 'image/png' });
  });

  it('with too many pixels is rejected', async () => {
    const raw = { width: 9000, height: 9000, channels: 3, background: '#fff' } as const;
    const bomb = await sharp({ create: raw }).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await uploadBoth(Buffer.from(bomb))).toEqual(none);
  });

  it('may be BMP, JPEG, WebP or GIF', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const made = sharp(PNG_PIXEL);
    const bmp = Buffer.alloc(58);
    bmp.write('BM');
    bmp.writeUInt32LE(58, 2);
    bmp.writeUInt32LE(54, 10);
    bmp.writeUInt32LE(40, 14);
    bmp.writeInt32LE(1, 18);
    bmp.writeInt32LE(1, 22);
    for (const [type, bytes] of [
      ['image/bmp', bmp],
      ['image/jpeg', await made.clone().jpeg().toBuffer()],
      ['image/webp', await made.clone().webp().toBuffer()],
      ['image/gif', await made.clone().gif().toBuffer()],
    ] as const) {
      const { url, error_code } = await uploadFile(client, uploadImg, { page_id }, { bytes });
      expect([type, error_code]).toEqual([type, 0]);
      expect((await fetchFile(client, url)).headers['content-type']).toBe(type);
    }
  });
});

describe('limits set by the administrator', () => {
  it('apply to the size of a file', async () => {
    const site = await openIsolatedSite();
    await settingRepository(site.deps.db).save({ attachment_size_m: 0.001 });
    const { client, page_id } = await makeOwnedPage(site);
    const fits = await uploadFile(client, upload, { page_id }, { bytes: Buffer.alloc(1048) });
    expect(fits.error_code).toBe(0);
    const large = await uploadFile(client, upload, { page_id }, { bytes: Buffer.alloc(1049) });
    expect(large).toMatchObject({ status: 413, error_code: 10603 });
    await settingRepository(site.deps.db).save({ attachment_size_m: 6 });
    const larger = await uploadFile(client, upload, { page_id }, { bytes: Buffer.alloc(5 << 20) });
    expect(larger.error_code).toBe(0);
  });

  it('apply to all files of a user, also with concurrent uploads', async () => {
    const site = await openIsolatedSite();
    await settingRepository(site.deps.db).save({ attachment_quota_m: 0.01 });
    const { client, page_id } = await makeOwnedPage(site);
    const sent = await Promise.all(
      Array.from({ length: 20 }, () =>
        uploadFile(client, upload, { page_id }, { bytes: randomBytes(1024) }),
      ),
    );
    const codes = sent.map(({ error_code }) => error_code);
    expect(codes.filter((code) => code === 0)).toHaveLength(10);
    expect(codes.filter((code) => code === 10608)).toHaveLength(10);
    const storage = await site.deps.stores.current();
    let kept = 0;
    for await (const _ of storage.list()) kept += 1;
    expect(kept).toBe(10);
    const other = await makeLoggedInUser(site);
    expect((await uploadFile(other.client, calls.attachment.upload, {})).error_code).toBe(0);
  });
});

describe('a store with a public URL', () => {
  it('redirects browsers to a URL that expires after seconds and sets the response headers', async () => {
    const env = { ...(await storeEnv('s3')), S3_PATH_STYLE: '1' };
    const site = await openIsolatedSite({ ...env, S3_PUBLIC_URL: 'https://files.example.com' });
    const { client, page_id } = await makeOwnedPage(site, { password_hash: 'x' });
    const bytes = Buffer.from('<script>alert(1)</script>');
    const { url } = await uploadFile(client, upload, { page_id }, { name: 'a.html', bytes });
    const got = await fetchFile(client, url);
    expect([got.statusCode, got.headers['cache-control']]).toEqual([302, 'no-store']);
    const to = new URL(String(got.headers['location']));
    expect(to.host).toBe('files.example.com');
    const params = Object.fromEntries(to.searchParams);
    expect(params).toMatchObject({
      'response-content-type': 'application/octet-stream',
      'X-Amz-Expires': '5',
    });
    expect(params['response-content-disposition']).toMatch(/^attachment;/);
    // The Content-Security-Policy blocks other origins, so embedded files are sent by the server.
    const embedded = await fetchFile(client, `${url}?embed=1`);
    expect([embedded.statusCode, embedded.body]).toEqual([200, bytes.toString()]);
    for (const address of [url, `${url}?embed=1`])
      expect((await fetchFile(makeVisitor(site), address)).statusCode).toBe(404);
  });
});
