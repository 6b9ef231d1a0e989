import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { makeLoggedInUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import { fetchFile, uploadFile } from '../../../tests/helpers/upload.ts';
import { makeItem, makePage } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { PNG_PIXEL } from '../../../tests/helpers/multipart.ts';
import { settingRepository } from '../setting/setting.repository.ts';

const { loadConfig, saveConfig, testStorage, uploadLogo } = calls.adminSetting;

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  admin = await makeLoggedInUser(site, { admin: true });
});
afterAll(() => site.close());

const CLOUD = {
  oss_type: 'aliyun',
  key: 'LTAI5t',
  secret: 'planted-secret-7711',
  endpoint: 'oss-cn-shanghai.aliyuncs.com',
  bucket: 'harbor-docs',
} as const;

describe('site settings', () => {
  it('retain fields that are not sent, and reject invalid values', async () => {
    await admin.client.callOk(saveConfig, { register_open: 0, history_version_count: 30 });
    await admin.client.callOk(saveConfig, { attachment_size_m: 12 });
    expect(await admin.client.callOk(loadConfig, {})).toMatchObject({
      register_open: 0,
      history_version_count: 30,
      attachment_size_m: 12,
      user_directory: 1,
    });
    for (const wrong of [
      { history_version_count: 0 },
      { attachment_size_m: -1 },
      { home_page: 4 },
      { help_link: 'javascript:alert(1)' },
      { demo_link: '//elsewhere.test' },
    ])
      expect((await admin.client.call(saveConfig, wrong as never)).error_code).toBe(10101);
    expect(
      (await makeVisitor(site).callOk(calls.common.homePageSetting, {})).attachment_size_m,
    ).toBe(12);
  });

  it('never return a secret, nor store it as plain text', async () => {
    await admin.client.callOk(saveConfig, { oss_setting: CLOUD });
    const answer = await admin.client.callOk(loadConfig, {});
    expect(answer.oss_setting).toMatchObject({ key: 'LTAI5t', has_secret: 1, has_secretKey: 0 });
    const rows = await site.database.query('select value::text as text from setting');
    const logged = await admin.client.callOk(calls.audit.getList, {});
    for (const output of [answer, rows, logged, site.logLines])
      expect(JSON.stringify(output)).not.toContain(CLOUD.secret);
    // An empty secret retains the stored one.
    await admin.client.callOk(saveConfig, {
      oss_setting: { ...CLOUD, secret: '', bucket: 'other' },
    });
    const { oss_setting } = await settingRepository(site.deps.db).load();
    expect(oss_setting.bucket).toBe('other');
    expect(site.deps.settingCipher.decrypt(oss_setting.secret)).toBe(CLOUD.secret);
  });

  it('do not enable an object storage with an unusable configuration', async () => {
    const { client } = admin;
    for (const oss_setting of [{ bucket: '' }, { ...CLOUD, endpoint: 'a b' }])
      expect((await client.call(saveConfig, { oss_open: 1, oss_setting })).error_code).toBe(10101);
    await client.callOk(saveConfig, { oss_setting: { bucket: '' } });
    expect((await client.call(saveConfig, { oss_open: 1 })).error_code).toBe(10101);
    expect((await client.callOk(loadConfig, {})).oss_open).toBe(0);
  });

  it('can be tested before they are saved, and the response contains the error', async () => {
    const oss_setting = { oss_type: 's3', endpoint: 'http://127.0.0.1:9', bucket: 'b' } as const;
    const { is_fine, fault } = await admin.client.callOk(testStorage, { oss_setting });
    expect(is_fine).toBe(0);
    expect(fault).not.toBe('');
    const none = await admin.client.call(testStorage, { oss_setting: { bucket: '' } });
    expect(none.error_code).toBe(10101);
  });

  it('never send a stored secret to another server', async () => {
    const { saveLdapConfig, saveOauth2Config, testLdap, testMail, testOauth2 } = calls.adminSetting;
    const { client } = admin;
    const plantedSecret = 'planted-secret-7712';
    await client.callOk(saveConfig, {
      mail_setting: { host: 'mail.corp', password: plantedSecret },
    });
    await client.callOk(saveLdapConfig, {
      ldap_form: { host: 'dc1.corp', bind_password: plantedSecret },
    });
    const provider = { host: 'login.corp', token_path: '/token', client_secret: plantedSecret };
    await client.callOk(saveOauth2Config, { oauth2_form: provider });
    let visits = 0;
    const otherServer = createServer((socket) => {
      visits += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(otherServer, 'listening');
    const { port } = otherServer.address() as AddressInfo;
    const destination = { host: '127.0.0.1', port };
    const token_path = `http://127.0.0.1:${port}/token`;
    const person = { username: 'mei.lin', password: 'x' };
    const to = 'mei.lin@harbor.test';
    const attempts = [
      () => client.call(saveConfig, { mail_setting: destination }),
      () => client.call(testMail, { mail_setting: { ...destination, sender: to }, to }),
      () => client.call(saveConfig, { mail_setting: { security: 'none' } }),
      () => client.call(saveLdapConfig, { ldap_form: destination }),
      () => client.call(testLdap, { ldap_form: destination, ...person }),
      () => client.call(saveOauth2Config, { oauth2_form: { token_path } }),
      () => client.call(testOauth2, { oauth2_form: { token_path } }),
    ];
    for (const attempt of attempts) expect((await attempt()).error_code).toBe(10630);
    expect(visits).toBe(0);
    otherServer.close();
    // The server can be changed together with the secret, and other fields without it.
    await client.callOk(saveConfig, { mail_setting: { ...destination, password: plantedSecret } });
    await client.callOk(saveLdapConfig, { ldap_form: { user_field: 'cn' } });
    await client.callOk(saveOauth2Config, { oauth2_form: { host: '' } });
    await client.callOk(saveConfig, { mail_setting: { host: '' } });
  });

  it('remove a secret when has_… is 0 and no new one is sent, and record it in the audit log', async () => {
    const { saveLdapConfig, saveOauth2Config, loadLdapConfig, loadOauth2Config } =
      calls.adminSetting;
    const { client } = admin;
    const plantedSecret = 'planted-secret-7713';
    const stored = async () => {
      const config = await client.callOk(loadConfig, {});
      const { ldap_form } = await client.callOk(loadLdapConfig, {});
      const { oauth2_form } = await client.callOk(loadOauth2Config, {});
      return [
        config.oss_setting.has_secret,
        config.oss_setting.has_secretKey,
        config.mail_setting.has_password,
        ldap_form.has_bind_password,
        oauth2_form.has_client_secret,
      ];
    };
    const save = async (secret: string, has: 0 | 1) => {
      await client.callOk(saveConfig, {
        // An unrelated field, because a request without a field to store is rejected.
        robots_open: 1,
        oss_setting: { secret, has_secret: has, secretKey: secret, has_secretKey: has },
        mail_setting: { password: secret, has_password: has },
      });
      const ldap_form = { bind_password: secret, has_bind_password: has };
      await client.callOk(saveLdapConfig, { ldap_open: 0, ldap_form });
      const oauth2_form = { client_secret: secret, has_client_secret: has };
      await client.callOk(saveOauth2Config, { oauth2_open: 0, oauth2_form });
    };
    // A new secret is stored, regardless of `has_…`.
    await save(plantedSecret, 0);
    expect(await stored()).toEqual([1, 1, 1, 1, 1]);
    await save('', 1);
    expect(await stored()).toEqual([1, 1, 1, 1, 1]);
    await save('', 0);
    expect(await stored()).toEqual([0, 0, 0, 0, 0]);
    const { list } = await client.callOk(calls.audit.getList, { action: 'adminSetting', count: 3 });
    expect(list.map(({ facts }) => facts['replaced'])).toEqual([
      ['oauth2_form.client_secret'],
      ['ldap_form.bind_password'],
      ['mail_setting.password', 'oss_setting.secret', 'oss_setting.secretKey'],
    ]);
  });

  it('close the site to visitors: items, pages, shares, files and documents', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const page_id = await makePage(site, item_id, { author: owner });
    const { unique_key } = await owner.client.callOk(calls.page.createSinglePage, {
      page_id,
      isCreateSiglePage: 1,
    });
    const { api_key, api_token } = await owner.client.callOk(calls.item.getKey, { item_id });
    const { url } = await owner.client.callOk(calls.page.upload, { page_id, item_id });
    const guest = makeVisitor(site);
    const asked = async (client = guest) => [
      (await client.call(calls.item.info, { item_id })).error_code,
      (await client.call(calls.page.info, { page_id })).error_code,
      (await client.call(calls.page.infoByKey, { page_id, unique_key })).error_code,
    ];
    expect(await asked()).toEqual([0, 0, 0]);
    await admin.client.callOk(saveConfig, { login_required: 1 });
    expect(await asked()).toEqual([10312, 10312, 10312]);
    expect(await asked(owner.client)).toEqual([0, 0, 0]);
    expect((await guest.request({ method: 'GET', url })).statusCode).not.toBe(200);
    const document = await guest.request({ method: 'GET', url: `/${item_id}` });
    expect(document.statusCode).toBe(302);
    expect(document.headers.location).toBe(`/user/login?redirect=%2F${item_id}`);
    // Scripts have keys, and the settings that the login screen needs stay public.
    await guest.callOk(calls.open.getPage, { api_key, api_token, page_id });
    await guest.callOk(calls.common.homePageSetting, {});
    await admin.client.callOk(saveConfig, { login_required: 0 });
    expect(await asked()).toEqual([0, 0, 0]);
  });
});

describe('the site logo', () => {
  const chosen = async () => (await admin.client.callOk(uploadLogo, {})).site_logo;
  const shown = async () =>
    (await makeVisitor(site).callOk(calls.common.homePageSetting, {})).site_logo;
  const statusOf = async (url: string) => (await fetchFile(makeVisitor(site), url)).statusCode;

  it('is a public picture, and makes no other file public', async () => {
    const own = await uploadFile(admin.client, calls.attachment.upload, {});
    const site_logo = await chosen();
    expect(await shown()).toBe(site_logo);
    // Also if visitors have no access to anything else.
    await admin.client.callOk(saveConfig, { login_required: 1 });
    const { statusCode, headers } = await fetchFile(makeVisitor(site), site_logo);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
    await admin.client.callOk(saveConfig, { login_required: 0 });

    // Entering the URL of a file as the logo does not make it public, regardless of its owner.
    const theirs = await uploadFile(
      (await makeLoggedInUser(site)).client,
      calls.attachment.upload,
      {},
    );
    for (const { url } of [own, theirs]) {
      await admin.client.callOk(saveConfig, { site_logo: url });
      expect(await shown()).toBe(url);
      expect(await statusOf(url)).toBe(404);
    }
    // The uploaded file of the previous logo is deleted.
    expect((await fetchFile(admin.client, site_logo)).statusCode).toBe(404);
    const asked = { logo_file: 1, site_logo: own.url } as never;
    expect((await admin.client.call(saveConfig, asked)).error_code).toBe(10101);
    expect(await statusOf(own.url)).toBe(404);
  });

  it('must have one of four image types by its content, must be small, and is set by administrators only', async () => {
    const before = await shown();
    const code = async (client: TestClient, bytes: Buffer<ArrayBuffer>) =>
      (await uploadFile(client, uploadLogo, {}, { name: 'logo.png', bytes })).error_code;
    const rejected: [Buffer<ArrayBuffer>, number][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 10604],
      [Buffer.from('BM<script>alert(1)</script>'), 10604],
      [Buffer.from('GIF89a/*<script>*/=1;alert(1)//</script>'), 10604],
      [Buffer.concat([PNG_PIXEL, Buffer.alloc(1_100_000)]), 10603],
    ];
    for (const [bytes, want] of rejected) expect(await code(admin.client, bytes)).toBe(want);
    const picture = Buffer.from(PNG_PIXEL);
    expect(await code((await makeLoggedInUser(site)).client, picture)).toBe(10103);
    expect(await code(makeVisitor(site), picture)).toBe(10102);
    expect(await shown()).toBe(before);
  });

  it('is replaced by the next one, and is removed when its file is deleted', async () => {
    const first = await chosen();
    const second = await chosen();
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    const { list } = await admin.client.callOk(calls.attachment.getMyList, {});
    const file = list.find(({ url }) => url.includes(second));
    await admin.client.callOk(calls.attachment.deleteMyAttachment, { file_id: file?.file_id ?? 0 });
    expect(await shown()).toBe('');
    expect(await admin.client.callOk(loadConfig, {})).toMatchObject({
      site_saved: { username: admin.username },
    });
  });
});
