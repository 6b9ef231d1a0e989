import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { calls } from '@octavo/contract';
import { DEFAULT_MAX_FILE_BYTES } from '@octavo/contract/file-size';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import {
  addMember,
  archiveItem,
  makeCatalog,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { fetchFile, makeOwnedPage, uploadFile } from '../../../tests/helpers/upload.ts';
import { unzip } from '../../../tests/helpers/unzip.ts';
import { multipart, PNG_PIXEL } from '../../../tests/helpers/multipart.ts';

const { upload, uploadImg, uploadList, deleteUploadFile, info, save, createSinglePage } =
  calls.page;
const { uploadListByKey, downloadFiles, downloadFilesByKey } = calls.page;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

/** Paths of all objects, including temporary files and the spool folder. */
async function objects(): Promise<string[]> {
  const names = await readdir(site.deps.config.storageDir, { recursive: true });
  return names.filter((name) => name.includes('/')).toSorted();
}

describe('an upload', () => {
  it('is downloaded unchanged, counted and listed', async () => {
    const { client, username, item_id, page_id } = await makeOwnedPage(site);
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251));
    const name = '订单 (final) v2.tar.gz';
    const sent = await uploadFile(client, upload, { page_id, item_id }, { name, bytes });
    expect(sent).toMatchObject({ error_code: 0, success: 1, message: '', url: sent.data.url });
    expect(sent.url).toMatch(/^\/file\/[0-9a-f]{32}\/[\w.%~-]+$/);
    const got = await fetchFile(client, sent.url);
    const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
    expect(hash(got.rawPayload)).toBe(hash(bytes));
    expect(got.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    const disposition = String(got.headers['content-disposition']);
    expect(disposition).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''/);
    expect(decodeURIComponent(disposition)).toContain('订单 (final) v2.tar.gz');
    const headers = { 'if-none-match': String(got.headers['etag']) };
    expect((await fetchFile(client, sent.url, headers)).statusCode).toBe(304);
    await site.deps.fileVisits.flush();
    expect(await client.callOk(uploadList, { page_id })).toEqual([
      {
        ...sent.data,
        item_id,
        username,
        visit_times: 1,
        file_size_m: 0.005,
        file_size: bytes.length,
        addtime: expect.any(String),
      },
    ]);
    expect(await client.callOk(info, { page_id })).toMatchObject({ attachment_count: 1 });
  });

  it('of a picture is displayed inline, whatever its name', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const sent = await uploadFile(
      client,
      uploadImg,
      { page_id },
      { name: 'x.html', bytes: PNG_PIXEL },
    );
    const { headers, rawPayload } = await fetchFile(client, sent.url);
    expect(headers['content-type']).toBe('image/png');
    expect(headers['content-disposition']).toMatch(/^inline;/);
    expect(rawPayload.equals(PNG_PIXEL)).toBe(true);
    const pasted = await uploadFile(
      client,
      uploadImg,
      { page_id },
      { name: 'blob', bytes: PNG_PIXEL },
    );
    expect(pasted.data.display_name).toBe('image.png');
  });

  const script = '<script>alert(1)</script>';
  it.each([
    ['a.<>php', '<?=1;?>'],
    ['a.png', script],
    ['a.svg', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
    ['a.gif', ''],
    ['a.pdf', '%PDF-1.7 alert'],
  ])('that is not a picture is rejected by uploadImg: %s', async (name, body) => {
    const { client, page_id } = await makeOwnedPage(site);
    const before = await objects();
    const bytes = Buffer.from(body);
    const sent = await uploadFile(client, uploadImg, { page_id }, { name, bytes });
    expect(sent).toMatchObject({ error_code: 10604, success: 0, url: '', data: null });
    expect(sent.message).not.toBe('');
    expect(await objects()).toEqual(before);
    // As an attachment it is accepted and sent as a download; only a PDF is displayed, in a sandbox.
    const { url } = await uploadFile(client, upload, { page_id }, { name, bytes });
    const { headers } = await fetchFile(client, url);
    const isPdf = name.endsWith('.pdf');
    expect(headers['content-type']).toBe(isPdf ? 'application/pdf' : 'application/octet-stream');
    expect(headers['content-disposition']).toMatch(isPdf ? /^inline;/ : /^attachment;/);
  });

  it.each([
    'a"\r\nSet-Cookie: x=1.html',
    '../../etc/passwd',
    'C:\\boot.ini',
    '..',
    '\u202Etxt.exe',
    'x'.repeat(500) + '.txt',
    '名'.repeat(300) + '.txt',
  ])('with an unsafe name gets a safe one: %#', async (name) => {
    const { client, page_id } = await makeOwnedPage(site);
    const { url, data } = await uploadFile(client, upload, { page_id }, { name });
    expect(data.display_name).not.toMatch(/[/\\\r\n"]|\u202E|^\./);
    expect(Array.from(data.display_name).length).toBeLessThanOrEqual(100);
    const { statusCode, headers } = await fetchFile(client, url);
    expect(statusCode).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is limited to 4 MB', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const fits = await uploadFile(
      client,
      upload,
      { page_id },
      { bytes: Buffer.alloc(DEFAULT_MAX_FILE_BYTES) },
    );
    expect(fits.error_code).toBe(0);
    const before = await objects();
    for (const more of [1, 1024 * 1024]) {
      const bytes = Buffer.alloc(DEFAULT_MAX_FILE_BYTES + more);
      const rejected = await uploadFile(client, upload, { page_id }, { bytes });
      expect(rejected).toMatchObject({ status: 413, error_code: 10603, success: 0, data: null });
    }
    expect(await objects()).toEqual(before);
    expect(await client.callOk(uploadList, { page_id })).toHaveLength(1);
  });

  it('without a file, or with the file in another field, is rejected', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const empty = { method: 'POST', url: upload.path } as const;
    const headers = { 'content-type': 'application/json ' };
    const none = await client.request({ ...empty, headers, payload: JSON.stringify({ page_id }) });
    expect(none.json()).toMatchObject({ error_code: 10101, success: 0 });
    const file = { field: 'other', name: 'a.txt', bytes: Buffer.from('x') };
    const elsewhere = await client.request({ ...empty, ...multipart({ page_id }, file) });
    expect(elsewhere.json()).toMatchObject({ error_code: 10101, success: 0 });
  });

  it.each([{}, { item_id: 0, page_id: 0 }, { item_id: '0', page_id: '0' }])(
    'without a page and an item goes into the personal library: %j',
    async (target) => {
      const { client } = await makeLoggedInUser(site);
      const file = await uploadFile(client, upload, target);
      const picture = await uploadFile(client, uploadImg, target, {
        name: 'a.png',
        bytes: PNG_PIXEL,
      });
      expect([file, picture]).toMatchObject([{ success: 1 }, { success: 1 }]);
      const { list } = await client.callOk(calls.attachment.getMyList, {});
      expect(list.map(({ file_id }) => file_id)).toEqual([picture.data.file_id, file.data.file_id]);
      const text = await uploadFile(client, uploadImg, target, { name: 'a.png' });
      expect(text).toMatchObject({ error_code: 10604, success: 0 });
      expect(await uploadFile(makeVisitor(site), upload, target)).toMatchObject({
        error_code: 10102,
      });
    },
  );

  it('succeeds together with concurrent uploads', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        uploadFile(client, upload, { page_id }, { bytes: Buffer.from(`file ${at}`) }),
      ),
    );
    const got = await Promise.all(sent.map(({ url }) => fetchFile(client, url)));
    expect(got.map(({ body }) => body)).toEqual(sent.map((_, at) => `file ${at}`));
    expect(await client.callOk(info, { page_id })).toMatchObject({ attachment_count: 12 });
    expect((await objects()).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('survives a concurrent delete of a file with the same content', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const bytes = Buffer.from('the same screenshot again');
    let { data } = await uploadFile(client, upload, { page_id }, { bytes });
    for (let round = 0; round < 40; round += 1) {
      const { file_id } = data;
      const [sent] = await Promise.all([
        uploadFile(client, upload, { page_id }, { bytes }),
        client.callOk(deleteUploadFile, { page_id, file_id }),
      ]);
      expect(sent.status).toBe(200);
      expect((await fetchFile(client, sent.url)).rawPayload.equals(bytes)).toBe(true);
      ({ data } = sent);
    }
  });
});

describe('access control', () => {
  it('rejects uploads by visitors and readers and to archived items, and stores nothing', async () => {
    const { client, item_id, page_id } = await makeOwnedPage(site);
    const reader = await makeMember(site, item_id);
    const before = await objects();
    expect((await uploadFile(makeVisitor(site), upload, { page_id })).error_code).toBe(10102);
    expect((await uploadFile(reader.client, upload, { page_id })).error_code).toBe(10103);
    expect((await uploadFile(reader.client, upload, { page_id: 0, item_id })).error_code).toBe(
      10103,
    );
    await archiveItem(site, item_id);
    expect((await uploadFile(client, upload, { page_id })).error_code).toBe(10605);
    expect(await objects()).toEqual(before);
  });

  it('answers 404, as for an unknown file, to users who may not read its page', async () => {
    const { client, item_id, catalog, page_id } = await makeOwnedPage(site, { password_hash: 'x' });
    const { url } = await uploadFile(client, upload, { page_id });
    const inside = await makeMember(site, item_id, { catalog });
    const other = await makeCatalog(site, item_id, { cat_name: 'Other' });
    const elsewhere = await makeMember(site, item_id, { catalog: other });
    const stranger = await makeLoggedInUser(site);
    expect((await fetchFile(inside.client, url)).statusCode).toBe(200);
    const unknown = await fetchFile(stranger.client, `/file/${'0'.repeat(32)}/notes.txt`);
    expect(unknown.statusCode).toBe(404);
    for (const requester of [makeVisitor(site), stranger.client, elsewhere.client]) {
      const got = await fetchFile(requester, url);
      expect([got.statusCode, got.body]).toEqual([404, unknown.body]);
    }
    expect((await elsewhere.client.call(uploadList, { page_id })).error_code).toBe(10101);
    await addMember(site, item_id, stranger);
    expect((await fetchFile(stranger.client, url)).statusCode).toBe(200);
    await site.database.query('delete from item_member where uid = $1', [stranger.uid]);
    site.deps.bus.publish('item', String(item_id));
    await expect.poll(async () => (await fetchFile(stranger.client, url)).statusCode).toBe(404);
    await client.callOk(calls.page.delete, { page_id });
    await expect.poll(async () => (await fetchFile(inside.client, url)).statusCode).toBe(404);
    expect((await fetchFile(client, url)).statusCode).toBe(200);
  });

  it('allows only the uploader to delete a file', async () => {
    const { client, item_id, page_id } = await makeOwnedPage(site);
    const bytes = Buffer.from('content that no other file has');
    const { data, url } = await uploadFile(client, upload, { page_id }, { bytes });
    const editor = await makeMember(site, item_id, { edit: true });
    const input = { page_id, file_id: data.file_id };
    expect((await editor.client.call(deleteUploadFile, input)).error_code).toBe(10103);
    const second = await makePage(site, item_id);
    const wrong = { ...input, page_id: second };
    expect((await client.call(deleteUploadFile, wrong)).error_code).toBe(10101);
    const key = createHash('sha256').update(bytes).digest('hex');
    expect((await objects()).some((name) => name.endsWith(key))).toBe(true);
    await client.callOk(deleteUploadFile, input);
    expect((await fetchFile(client, url)).statusCode).toBe(404);
    await expect.poll(async () => (await objects()).some((name) => name.endsWith(key))).toBe(false);
    expect(await client.callOk(info, { page_id })).toMatchObject({ attachment_count: 0 });
    expect((await client.call(deleteUploadFile, input)).error_code).toBe(10101);
  });
});

describe('a picture of a page that is not saved yet', () => {
  it('is visible to its uploader, and after the save to the readers of the page', async () => {
    const { client, item_id, catalog } = await makeOwnedPage(site, { password_hash: 'x' });
    const { url } = await uploadFile(
      client,
      uploadImg,
      { page_id: 0, item_id },
      { bytes: PNG_PIXEL },
    );
    const whole = await makeMember(site, item_id);
    const inside = await makeMember(site, item_id, { catalog });
    const statuses = async () =>
      Promise.all(
        [whole.client, inside.client, makeVisitor(site)].map(
          async (requester) => (await fetchFile(requester, url)).statusCode,
        ),
      );
    expect(await statuses()).toEqual([404, 404, 404]);
    expect((await fetchFile(client, url)).statusCode).toBe(200);
    const page_content = `![](${url})`;
    const { page_id } = await client.callOk(save, {
      item_id,
      cat_id: catalog.cat_id,
      page_content,
    });
    expect(await statuses()).toEqual([200, 200, 404]);
    expect(await client.callOk(info, { page_id })).toMatchObject({ attachment_count: 1 });
  });

  it('is not bound to a page of another user, and a bound picture stays on its page', async () => {
    const { client, item_id, page_id } = await makeOwnedPage(site);
    const editor = await makeMember(site, item_id, { edit: true });
    const unsaved = await uploadFile(
      client,
      uploadImg,
      { page_id: 0, item_id },
      { bytes: PNG_PIXEL },
    );
    const bound = await uploadFile(client, uploadImg, { page_id }, { bytes: PNG_PIXEL });
    const page_content = `![](${unsaved.url}) ![](${bound.url})`;
    const made = await editor.client.callOk(save, { item_id, page_content });
    const other = { page_id: made.page_id };
    expect(await editor.client.callOk(info, other)).toMatchObject({ attachment_count: 0 });
    expect(await client.callOk(uploadList, { page_id })).toHaveLength(1);
  });
});

describe('the files of a shared page', () => {
  it('are accessible by signed URLs for an hour and until the share ends', async () => {
    const { client, page_id } = await makeOwnedPage(site, { password_hash: 'x' });
    const { url } = await uploadFile(client, uploadImg, { page_id }, { bytes: PNG_PIXEL });
    const other = await makeOwnedPage(site, { password_hash: 'x' });
    const foreign = await uploadFile(other.client, uploadImg, other, { bytes: PNG_PIXEL });
    await client.callOk(save, { page_id, page_content: `![](${url}) ![](${foreign.url})` });
    const share = { page_id, isCreateSiglePage: true };
    const { unique_key } = await client.callOk(createSinglePage, share);
    const guest = makeVisitor(site);
    const signed = async () => {
      const { html } = await guest.callOk(calls.page.infoByKey, { unique_key, with_html: true });
      return Array.from((html ?? '').matchAll(/src="([^"]+)"/g), ([, address]) => address ?? '');
    };
    const [mine = '', theirs = ''] = await signed();
    expect(mine.startsWith(`${url}?s=`)).toBe(true);
    expect((await fetchFile(guest, mine)).statusCode).toBe(200);
    expect((await fetchFile(guest, theirs)).statusCode).toBe(404);
    expect((await fetchFile(guest, url)).statusCode).toBe(404);
    expect((await fetchFile(guest, `${url}?s=x`)).statusCode).toBe(404);
    site.advanceTime(3_600_001);
    expect((await fetchFile(guest, mine)).statusCode).toBe(404);
    const [fresh = ''] = await signed();
    expect((await fetchFile(guest, fresh)).statusCode).toBe(200);
    await client.callOk(createSinglePage, { page_id, isCreateSiglePage: false });
    expect((await fetchFile(guest, fresh)).statusCode).toBe(404);
  });
});

describe('the list of a page’s files', () => {
  it('is returned by page id, and by single-page key with signed URLs', async () => {
    const { client, page_id, username } = await makeOwnedPage(site, { password_hash: 'x' });
    const sent = await uploadFile(client, upload, { page_id }, { name: 'plan.txt' });
    const listed = { display_name: 'plan.txt', file_size: 11, is_missing: false, username };
    const list = await client.callOk(uploadList, { page_id, with_missing: true });
    expect(list).toMatchObject([{ ...listed, url: sent.url }]);
    const share = { page_id, isCreateSiglePage: true };
    const { unique_key } = await client.callOk(createSinglePage, share);
    const guest = makeVisitor(site);
    expect((await guest.call(uploadList, { page_id })).error_code).toBe(10307);
    const [shared] = await guest.callOk(uploadListByKey, { unique_key });
    expect(shared).toMatchObject(listed);
    expect((await fetchFile(guest, sent.url)).statusCode).toBe(404);
    expect((await fetchFile(guest, shared?.url ?? '')).body).toBe('plain words');
    await client.callOk(createSinglePage, { page_id, isCreateSiglePage: false });
    expect((await guest.call(uploadListByKey, { unique_key })).error_code).toBe(10101);
    expect((await fetchFile(guest, shared?.url ?? '')).statusCode).toBe(404);
  });

  it('marks files that are missing in the store', async () => {
    const { client, page_id } = await makeOwnedPage(site);
    const bytes = randomBytes(500);
    await uploadFile(client, upload, { page_id }, { name: 'lost.bin', bytes });
    await uploadFile(client, upload, { page_id }, { name: 'here.bin', bytes: randomBytes(500) });
    const storage = await site.deps.stores.current();
    await storage.remove(createHash('sha256').update(bytes).digest('hex'));
    const list = await client.callOk(uploadList, { page_id, with_missing: true });
    const missing = list.map(({ display_name, is_missing }) => [display_name, is_missing]);
    expect(missing).toEqual([
      ['here.bin', false],
      ['lost.bin', true],
    ]);
    const got = await fetchFile(client, `${downloadFiles.path}?page_id=${page_id}`);
    expect([...(await unzip(got.rawPayload)).keys()]).toEqual(['here.bin']);
  });

  it('is downloaded as a zip with unique file names, by page id and by key', async () => {
    const { client, uid, page_id } = await makeOwnedPage(site, { password_hash: 'x' });
    const [one, two] = [randomBytes(100_000), Buffer.from('a,b\n')];
    await uploadFile(client, upload, { page_id }, { name: '订单.csv', bytes: one });
    await uploadFile(client, upload, { page_id }, { name: '订单.csv', bytes: two });
    const share = { page_id, isCreateSiglePage: true };
    const { unique_key } = await client.callOk(createSinglePage, share);
    const guest = makeVisitor(site);
    const ways = [
      [client, `${downloadFiles.path}?page_id=${page_id}`],
      [guest, `${downloadFilesByKey.path}?unique_key=${unique_key}`],
    ] as const;
    for (const [reader, address] of ways) {
      const got = await fetchFile(reader, address);
      expect(got.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': expect.stringMatching(/^attachment; .*\.zip$/),
        'cache-control': 'private, no-store',
      });
      expect([...(await unzip(got.rawPayload))]).toEqual([
        ['订单.csv', two],
        ['订单_1.csv', one],
      ]);
    }
    await site.deps.fileVisits.flush();
    const traffic = 'select bytes from file_traffic where uid = $1';
    expect(await site.database.query(traffic, [uid])).toEqual([{ bytes: '200008' }]);
    const closed = await fetchFile(guest, `${downloadFiles.path}?page_id=${page_id}`);
    expect(closed.json()).toMatchObject({ error_code: 10307 });
    await site.database.query(
      'update upload_file set file_size = 2147483648 where uid = $1 and file_size > 1000',
      [uid],
    );
    const large = await fetchFile(client, `${downloadFiles.path}?page_id=${page_id}`);
    expect(large.json()).toMatchObject({ error_code: 10603 });
  });
});

describe('response headers of a file', () => {
  const WAV = Buffer.from('RIFF\u0024\0\0\0WAVEfmt \u0010\0\0\0\u0001\0\u0001\0', 'latin1');

  it.each([
    [
      'a PDF can be framed only by this site',
      '%PDF-1.4\n',
      'application/pdf',
      'SAMEORIGIN',
      'inline',
    ],
    ['an image cannot be framed', PNG_PIXEL, 'image/png', 'DENY', 'inline'],
    ['audio is played, and downloaded when opened', WAV, 'audio/wav', 'DENY', 'attachment'],
    [
      'HTML is downloaded and cannot be framed',
      '<h1>a</h1>',
      'application/octet-stream',
      'DENY',
      'attachment',
    ],
  ])('%s', async (_what, bytes, type, frame, way) => {
    const { client, page_id } = await makeOwnedPage(site);
    const { url } = await uploadFile(client, upload, { page_id }, { bytes: Buffer.from(bytes) });
    const { headers } = await fetchFile(client, url);
    expect(headers).toMatchObject({
      'content-type': type,
      'x-frame-options': frame,
      'content-disposition': expect.stringMatching(new RegExp(`^${way};`)),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });
});
