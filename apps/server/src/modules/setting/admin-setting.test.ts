import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedIn, visitor } from '../../testing/factories.ts';
import { makeItem, makePage } from '../../testing/item-factories.ts';
import { openTestSite } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';

const { loadConfig, saveConfig, testStorage } = calls.adminSetting;

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedIn>>;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  admin = await makeLoggedIn(site, { admin: true });
});
afterAll(() => site.close());

const CLOUD = {
  oss_type: 'aliyun',
  key: 'LTAI5t',
  secret: 'planted-secret-7711',
  endpoint: 'oss-cn-shanghai.aliyuncs.com',
  bucket: 'harbor-docs',
} as const;

describe('T69 settings of the site', () => {
  it('keep what is not sent, and refuse what cannot be', async () => {
    await admin.client.must(saveConfig, { register_open: 0, history_version_count: 30 });
    await admin.client.must(saveConfig, { attachment_size_m: 12 });
    expect(await admin.client.must(loadConfig, {})).toMatchObject({
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
    expect((await visitor(site).must(calls.common.homePageSetting, {})).attachment_size_m).toBe(12);
  });

  it('never give a secret back, nor keep it readable', async () => {
    await admin.client.must(saveConfig, { oss_setting: CLOUD });
    const answer = await admin.client.must(loadConfig, {});
    expect(answer.oss_setting).toMatchObject({ key: 'LTAI5t', has_secret: 1, has_secretKey: 0 });
    const rows = await site.database.query('select value::text as text from setting');
    const logged = await admin.client.must(calls.audit.getList, {});
    for (const told of [answer, rows, logged, site.logLines])
      expect(JSON.stringify(told)).not.toContain(CLOUD.secret);
    // Left empty it stays.
    await admin.client.must(saveConfig, { oss_setting: { ...CLOUD, secret: '', bucket: 'other' } });
    const { oss_setting } = await site.deps.repos.settings.load();
    expect(oss_setting.bucket).toBe('other');
    expect(site.deps.settingSealer.open(oss_setting.secret)).toBe(CLOUD.secret);
  });

  it('are tried out before they are saved, and the answer says what is wrong', async () => {
    const oss_setting = { oss_type: 's3', endpoint: 'http://127.0.0.1:9', bucket: 'b' } as const;
    const { is_fine, fault } = await admin.client.must(testStorage, { oss_setting });
    expect(is_fine).toBe(0);
    expect(fault).not.toBe('');
    const none = await admin.client.call(testStorage, { oss_setting: { oss_type: 's3' } });
    expect(none.error_code).toBe(10101);
  });

  it('close the site to visitors: items, pages, shares, files and documents', async () => {
    const owner = await makeLoggedIn(site);
    const item_id = await makeItem(site, { owner });
    const page_id = await makePage(site, item_id, { author: owner });
    const { unique_key } = await owner.client.must(calls.page.createSinglePage, {
      page_id,
      isCreateSiglePage: 1,
    });
    const { api_key, api_token } = await owner.client.must(calls.item.getKey, { item_id });
    const { url } = await owner.client.must(calls.page.upload, { page_id, item_id });
    const guest = visitor(site);
    const asked = async (client = guest) => [
      (await client.call(calls.item.info, { item_id })).error_code,
      (await client.call(calls.page.info, { page_id })).error_code,
      (await client.call(calls.page.infoByKey, { page_id, unique_key })).error_code,
    ];
    expect(await asked()).toEqual([0, 0, 0]);
    await admin.client.must(saveConfig, { login_required: 1 });
    expect(await asked()).toEqual([10312, 10312, 10312]);
    expect(await asked(owner.client)).toEqual([0, 0, 0]);
    expect((await guest.request({ method: 'GET', url })).statusCode).not.toBe(200);
    const document = await guest.request({ method: 'GET', url: `/${item_id}` });
    expect(document.statusCode).toBe(302);
    expect(document.headers.location).toBe(`/user/login?redirect=%2F${item_id}`);
    // Scripts have keys, and nobody could log in if that needed a login.
    await guest.must(calls.open.getPage, { api_key, api_token, page_id });
    await guest.must(calls.common.homePageSetting, {});
    await admin.client.must(saveConfig, { login_required: 0 });
    expect(await asked()).toEqual([0, 0, 0]);
  });
});
