import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, makeVisitor } from '../../tests/helpers/factories.ts';
import { makeItem } from '../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../tests/helpers/site.ts';
import type { TestSite } from '../../tests/helpers/site.ts';
import { bannerHtml } from './site-banner.ts';

const { saveConfig, loadConfig } = calls.adminSetting;

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
let address = '';
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  admin = await makeLoggedInUser(site, { admin: true });
  address = `/${await makeItem(site, { owner: admin })}`;
});
afterAll(() => site.close());

const document = async () =>
  (await makeVisitor(site).request({ method: 'GET', url: address })).body;

describe('the site banner', () => {
  it('is in the document of a visitor until it is removed', async () => {
    expect(await document()).not.toContain('site-banner');
    const banner_text = 'Maintenance at 18:00.\r\n十八点维护。';
    await admin.client.callOk(saveConfig, { banner_text, banner_level: 'warning' });
    const shown = await document();
    expect(shown).toContain('<p>Maintenance at 18:00.\n十八点维护。</p>');
    expect(shown).toMatch(/<body><link[^>]+><aside id="site-banner" class="warning"/);
    await admin.client.callOk(saveConfig, { banner_text: '' });
    expect(await document()).not.toContain('site-banner');
  });

  it('is escaped', async () => {
    const banner_text = '</p><script>alert(1)</script>"\'&<img src=x onerror=alert(1)>$&$`';
    await admin.client.callOk(saveConfig, { banner_text });
    const shown = await document();
    expect(shown).not.toMatch(/<script>alert|<img src=x/);
    expect(shown).toContain('&lt;img src=x onerror=alert(1)&gt;$&amp;$`</p></aside>');
    expect((await admin.client.callOk(loadConfig, {})).banner_text).toBe(banner_text);
  });

  it('disappears at its end time', () => {
    const until = Date.parse('2026-03-14T18:00:00Z');
    const banner = { banner_text: 'Soon', banner_level: 'info' } as const;
    const at = (now: number) =>
      bannerHtml({ ...banner, banner_until: new Date(until).toISOString() }, now);
    expect(at(until - 1)).toContain('Soon');
    expect(at(until)).toBe('');
  });

  it.each([
    { banner_text: 'a'.repeat(501) },
    { banner_text: 'bell \u0007' },
    { banner_level: 'alarm' },
    { banner_until: 'tomorrow' },
    { banner_until: '2026-03-14' },
  ])('rejects %j', async (wrong) => {
    expect((await admin.client.call(saveConfig, wrong as never)).error_code).toBe(10101);
  });
});
