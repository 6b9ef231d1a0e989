import { createHash } from 'node:crypto';
import { calls } from '@octavo/contract';
import type { CallInput } from '@octavo/contract/define-call';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { send } from '../testing/http.ts';
import { waitForMails } from '../testing/mails.ts';
import { ADMIN, openInstallation } from '../testing/spawn.ts';
import type { Installation, RunningServer } from '../testing/spawn.ts';

const { saveConfig, saveLdapConfig, saveOauth2Config, saveLoginLinks } = calls.adminSetting;

let site: Installation;
/** One on which everything is set, and another one that must know. */
let here: RunningServer;
let there: RunningServer;
let admin: Browser;
let item_id = 0;
let page_id = 0;
beforeAll(async () => {
  site = await openInstallation('migrated', { DEMO_ITEMS: '0' });
  [here, there] = await Promise.all([site.start(), site.start()]);
  admin = site.newBrowser();
  await admin.must(here, calls.user.login, ADMIN);
  ({ item_id } = await admin.must(here, calls.item.add, { item_name: 'Harbor' }));
  ({ page_id } = await admin.must(here, calls.page.save, {
    item_id,
    page_title: 'Tides',
    page_content: 'one',
  }));
}, 90_000);
afterAll(() => site.close());

const visit = () => site.newBrowser();
const home = async () => visit().must(there, calls.common.homePageSetting, {});
const codeOf = async (asked: Promise<{ error_code: number }>) => (await asked).error_code;

type Config = CallInput<typeof saveConfig>;
interface Row {
  readonly name: string;
  /** Saved on the one process, looked at on the other, and what must be seen there. */
  readonly steps: readonly (readonly [
    save: () => Promise<unknown>,
    look: () => Promise<unknown>,
    want: unknown,
  ])[];
}

const config = (change: Config) => () => admin.must(here, saveConfig, change);
/** What the landing page is told. */
function told<K extends keyof Config & keyof Awaited<ReturnType<typeof home>>>(
  name: K,
  ...values: readonly Config[K][]
): Row {
  return {
    name,
    steps: values.map((value) => [
      config({ [name]: value }),
      async () => (await home())[name],
      value,
    ]),
  };
}
/** Switched on or off, in this order. */
const switched = (
  name: 'login_required' | 'user_directory' | 'robots_open',
  order: readonly (0 | 1)[],
  look: () => Promise<unknown>,
  want: readonly [off: unknown, on: unknown],
): Row => ({ name, steps: order.map((value) => [config({ [name]: value }), look, want[value]]) });

/** The code that a file of this size is answered with. */
async function upload(bytes: number): Promise<number> {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const { body } = await send(`${there.url}${calls.attachment.upload.path}`, {
    method: 'POST',
    headers: { ...admin.headers(), 'content-type': 'multipart/form-data; boundary=x' },
    body: `${head}${'a'.repeat(bytes)}\r\n--x--\r\n`,
  });
  return (JSON.parse(body) as { error_code: number }).error_code;
}

const smtp = () => new URL(inject('services')['SMTP_URL'] ?? '');
const robots = async () => (await send(`${there.url}/robots.txt`)).body;
const reader = async () => (await send(`${there.url}/${item_id}`)).body;
const directory = { host: '127.0.0.1', port: 9, base_dn: 'dc=harbor,dc=test' };
const provider = {
  client_id: 'octavo',
  host: 'login.harbor.test',
  authorize_path: '/authorize',
  token_path: '/token',
  userinfo_path: '/me',
  entrance_tips: 'Harbor entrance',
};

const onOff = [1, 0] as const;
const rows: readonly Row[] = [
  told('site_name', 'Harbor docs', ''),
  told('site_logo', 'https://harbor.test/logo.png', ''),
  told('footer_line', '沪ICP备 7711', ''),
  told('feedback_link', 'https://harbor.test/ask', ''),
  told('help_link', '/harbor', ''),
  told('demo_link', 'https://harbor.test/demo', ''),
  told('home_page', 2, 3, 1),
  told('home_item', 'harbor', ''),
  told('attachment_size_m', 12, 4),
  told('register_open', 0, 1),
  switched(
    'login_required',
    [1, 0],
    () => codeOf(visit().call(there, calls.item.info, { item_id })),
    [0, 10312],
  ),
  switched(
    'user_directory',
    [0, 1],
    async () => {
      const username = ADMIN.username.slice(0, -1);
      return (await admin.must(there, calls.user.allUser, { username })).length > 0;
    },
    [false, true],
  ),
  switched('robots_open', [0, 1], async () => /^Disallow: \/$/m.test(await robots()), [
    true,
    false,
  ]),
  {
    name: 'banner_text, banner_level and banner_until',
    steps: [
      [
        config({ banner_text: 'Ebb at six', banner_level: 'warning', banner_until: '' }),
        async () => /id="site-banner" class="warning".*<p>(.*?)<\/p>/.exec(await reader())?.[1],
        'Ebb at six',
      ],
      [
        config({ banner_until: '2026-01-01T00:00:00Z' }),
        async () => (await reader()).includes('site-banner'),
        false,
      ],
    ],
  },
  {
    name: 'default_language',
    steps: (['zh-cn', 'en'] as const).map((default_language) => [
      config({ default_language }),
      async () => /[一-鿿]/.test((await visit().call(there, calls.user.info, {})).error_message),
      default_language === 'zh-cn',
    ]),
  },
  {
    name: 'history_version_count',
    steps: [
      [
        config({ history_version_count: 2 }),
        async () => {
          for (const content of ['a', 'b', 'c', 'd'])
            await admin.must(there, calls.page.save, { page_id, page_content: content });
          return (await admin.must(there, calls.page.history, { page_id })).length;
        },
        2,
      ],
    ],
  },
  {
    name: 'attachment_quota_m',
    steps: [
      [config({ attachment_quota_m: 1 }), () => upload(1_200_000), 10608],
      [config({ attachment_quota_m: 0 }), () => upload(1_200_000), 0],
    ],
  },
  {
    name: 'ldap_open',
    steps: onOff.map((ldap_open) => [
      () => admin.must(here, saveLdapConfig, { ldap_open, ldap_form: directory }),
      () => {
        const guess = { username: `nobody${Math.round(performance.now())}`, password: 'any 7711' };
        return codeOf(visit().call(there, calls.user.login, guess));
      },
      ldap_open ? 10620 : 10204,
    ]),
  },
  {
    name: 'oauth2_open and entrance_tips',
    steps: onOff.map((oauth2_open) => [
      () => admin.must(here, saveOauth2Config, { oauth2_open, oauth2_form: provider }),
      async () => {
        const { body } = await send(`${there.url}${calls.user.oauthInfo.path}`);
        return (JSON.parse(body) as { data: unknown }).data;
      },
      { oauth2_open, oauth2_entrance_tips: oauth2_open ? provider.entrance_tips : '' },
    ]),
  },
  {
    name: 'older_login_links and the key',
    steps: onOff.map((older_login_links) => [
      () => admin.must(here, saveLoginLinks, { older_login_links }),
      async () => {
        const shown = await admin.must(there, calls.adminSetting.getLoginSecretKey, {});
        const username = `portal${performance.now()}`;
        const time = String(Math.floor(Date.now() / 1000));
        const token = createHash('md5')
          .update(`${username}${shown.login_secret_key}${time}`)
          .digest('hex');
        const query = new URLSearchParams({ username, time, token });
        const { headers } = await send(`${there.url}/api/ExtLogin/bySecretKey?${query}`);
        return headers['location'];
      },
      older_login_links ? '/item/index' : '/user/login?failed=linkInvalid',
    ]),
  },
];

it.each(rows)(
  '$name holds on another process within 5 s',
  { timeout: 60_000 },
  async ({ steps }) => {
    for (const [save, look, want] of steps) {
      await save();
      await expect.poll(look, { timeout: 5000, interval: 100 }).toEqual(want);
    }
  },
);

it('mail goes by the server that was set, from whoever it says', { timeout: 60_000 }, async () => {
  const { hostname, port } = smtp();
  const to = `mail${Date.now()}@harbor.test`;
  const mail_setting = {
    host: hostname,
    port: Number(port),
    security: 'none',
    sender: 'Harbor docs <docs@harbor.test>',
    password: 'planted-secret-4410',
  } as const;
  await admin.must(here, saveConfig, { mail_setting });
  const tried = await admin.must(there, calls.adminSetting.testMail, { mail_setting, to });
  expect(tried).toMatchObject({ is_fine: 1, fault: '' });
  await waitForMails(to, 1);
  const dead = { ...mail_setting, port: 9 };
  expect(
    await admin.must(there, calls.adminSetting.testMail, { mail_setting: dead, to }),
  ).toMatchObject({ is_fine: 0 });
  // A mail of the product's own, by whichever process takes the job.
  const email = `bound${Date.now()}@harbor.test`;
  await admin.must(there, calls.user.updateEmail, { email, password: ADMIN.password });
  const [mail] = await waitForMails(email, 1);
  expect(JSON.stringify(mail)).toContain('docs@harbor.test');
  const shown = await admin.must(there, calls.adminSetting.loadConfig, {});
  expect(shown.mail_setting).toMatchObject({ has_password: 1, sender: mail_setting.sender });
  const rowsKept = await site.database.query('select value::text from setting');
  for (const kept of [shown, rowsKept, here.program.stdout(), there.program.stdout()])
    expect(JSON.stringify(kept)).not.toContain(mail_setting.password);
});
