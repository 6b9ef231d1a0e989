import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, makeVisitor } from '../../../tests/helpers/factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { settingRepository } from '../setting/setting.repository.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

describe('common/homePageSetting', () => {
  it('returns the defaults of a new site, and later the saved settings', async () => {
    const client = makeVisitor(site);
    expect(await client.callOk(calls.common.homePageSetting, {})).toEqual({
      home_page: 1,
      home_item: '',
      site_name: '',
      site_logo: '',
      footer_line: '',
      feedback_link: '',
      register_open: 1,
      help_link: '',
      demo_link: '',
      attachment_size_m: 4,
      history_version_count: 20,
      password_min_length: 8,
      password_personal_refused: 0,
      needs_setup: true,
    });
    await makeUser(site, { admin: true });
    await settingRepository(site.deps.db).save({
      home_page: 3,
      home_item: 'harbor',
      history_version_count: 7,
    });
    expect(await client.callOk(calls.common.homePageSetting, {})).toMatchObject({
      home_page: 3,
      home_item: 'harbor',
      history_version_count: 7,
      needs_setup: false,
    });
  });
});

describe('common/verify', () => {
  it('draws a picture without a readable answer', async () => {
    const response = await makeVisitor(site).request({
      method: 'GET',
      url: calls.common.verify.path,
    });
    expect(response.headers['content-type']).toBe('image/svg+xml');
    expect(response.body).toMatch(/^<svg .*<\/svg>$/);
    expect(response.body).not.toContain('<text');
  });
});

describe('common/qrcode', () => {
  const requestQrCode = (url: string, size = '3') =>
    makeVisitor(site).request({
      method: 'GET',
      url: calls.common.qrcode.path,
      query: { url, size },
    });

  it('draws an address of this site as PNG', async () => {
    const response = await requestQrCode('http://octavo.test/harbor?x=1&y=中文');
    expect(response.headers['content-type']).toBe('image/png');
    expect(response.rawPayload.subarray(1, 4).toString()).toBe('PNG');
  });

  it('rejects invalid sizes', async () => {
    expect((await requestQrCode('http://octavo.test/', '1000000')).json()).toMatchObject({
      error_code: 10101,
    });
  });
});
