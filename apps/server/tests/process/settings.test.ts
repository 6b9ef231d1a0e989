import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { calls } from '@octavo/contract';
import type { CallInput } from '@octavo/contract/define-call';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import type { Browser } from '../helpers/browser.ts';
import { storeEnv } from '../helpers/stores.ts';
import { createSelfSignedCertificate } from '../helpers/certificate.ts';
import {
  addLdapEntry,
  ldapCaCertificate,
  ldapSettings,
  createTestOu,
  ldapsPort,
} from '../helpers/ldap-directory.ts';
import { uniqueName } from '../helpers/factories.ts';
import { sendRequest } from '../helpers/http.ts';
import { waitForMails } from '../helpers/mails.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';
import { jsonReply, startStubProvider } from '../helpers/stub-provider.ts';
import { multipart, PNG_PIXEL } from '../helpers/multipart.ts';
import { siteSettings } from '../../src/modules/setting/setting.ts';
import { createCipher } from '../../src/secrets.ts';

const { saveConfig, saveLdapConfig, saveOauth2Config, saveLoginLinks } = calls.adminSetting;
/** The author of a change is not a setting, and LDAP connections always use version 3. */
const WITHOUT_EFFECT = /^(?:\w+_saved|ldap_form\.version)$/;

let site: Installation;
/** One process that saves all settings, and another that must apply them. */
let savingServer: RunningServer;
let observingServer: RunningServer;
let admin: Browser;
let item_id = 0;
let page_id = 0;
beforeAll(async () => {
  await createTestOu();
  await addLdapEntry(MATE);
  site = await openInstallation('migrated', { DEMO_ITEMS: '0' });
  [savingServer, observingServer] = await Promise.all([site.start(), site.start()]);
  admin = site.newBrowser();
  await admin.callOk(savingServer, calls.user.login, ADMIN);
  await admin.callOk(savingServer, calls.user.confirm, { password: ADMIN.password });
  colleague = site.newBrowser();
  ({ item_id } = await admin.callOk(savingServer, calls.item.add, { item_name: 'Harbor' }));
  ({ page_id } = await admin.callOk(savingServer, calls.page.save, {
    item_id,
    page_title: 'Tides',
    page_content: 'one',
  }));
});
afterAll(() => site.close());

const newVisitor = () => site.newBrowser();
const loadSiteInfo = async () =>
  newVisitor().callOk(observingServer, calls.common.homePageSetting, {});
const errorCodeOf = async (response: Promise<{ error_code: number }>) =>
  (await response).error_code;

type Config = CallInput<typeof saveConfig>;
interface Row {
  /** The settings whose effect this row observes; fields of a form with the form's name as prefix. */
  readonly covers: readonly string[];
  /** Saved on one process, observed on the other, and the expected observation. */
  readonly steps: readonly (readonly [
    save: () => Promise<unknown>,
    look: () => Promise<unknown>,
    want: unknown,
  ])[];
}

const config = (change: Config) => () => admin.callOk(savingServer, saveConfig, change);
const security = (change: CallInput<typeof calls.adminSecurity.save>) => () =>
  admin.callOk(savingServer, calls.adminSecurity.save, { ...change, password: ADMIN.password });

/** Another session of the administrator. */
let colleague: Browser;
const ageNewestSession = (column: 'addtime' | 'last_used_time') =>
  site.database.query(`update device set ${column} = now() - interval '10 days'
    where device_id = (select max(device_id) from device)`);
/** Another address of this machine. */
const elsewhere = new Agent({ localAddress: '127.0.0.2' });

/** A value that the server sends to the screens. */
function sentToScreens<K extends keyof Config & keyof Awaited<ReturnType<typeof loadSiteInfo>>>(
  name: K,
  ...values: readonly Config[K][]
): Row {
  return {
    covers: [name],
    steps: values.map((value) => [
      config({ [name]: value }),
      async () => (await loadSiteInfo())[name],
      value,
    ]),
  };
}
/** A value that appears in a document rendered by the server. */
const renderedByServer = (name: 'site_name' | 'site_logo' | 'footer_line', value: string): Row => ({
  covers: [name],
  steps: [value, ''].map((now) => [
    config({ [name]: now }),
    async () => (await loadItemDocument()).includes(value),
    now !== '',
  ]),
});
/** Toggled in this order. */
const toggled = (
  name: 'login_required' | 'user_directory' | 'robots_open',
  order: readonly (0 | 1)[],
  look: () => Promise<unknown>,
  want: readonly [off: unknown, on: unknown],
): Row => ({
  covers: [name],
  steps: order.map((value) => [config({ [name]: value }), look, want[value]]),
});

interface Uploaded {
  readonly error_code: number;
  readonly data: { readonly url: string; readonly file_id: number } | null;
}
/** Sends a file of this size to the other process. */
async function upload(bytes: number): Promise<Uploaded> {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const { body } = await sendRequest(`${observingServer.url}${calls.attachment.upload.path}`, {
    method: 'POST',
    headers: { ...admin.headers(), 'content-type': 'multipart/form-data; boundary=x' },
    body: `${head}${'a'.repeat(bytes)}\r\n--x--\r\n`,
  });
  return JSON.parse(body) as Uploaded;
}

/** Registers a new user with a solved captcha and returns the error code. */
async function register(): Promise<number> {
  const asked = await sendRequest(
    `${observingServer.url}${calls.common.verify.path}?form=register`,
  );
  const cookie = asked.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const cipher = createCipher(Buffer.from(site.env['SECRET_KEY'] ?? ''), 'captcha');
  const decrypted = cipher.decrypt(cookie.split('=')[1] ?? '') ?? '{}';
  const v_code = (JSON.parse(decrypted) as { answer?: string }).answer;
  const password = ADMIN.password;
  const { body } = await sendRequest(`${observingServer.url}${calls.user.register.path}`, {
    method: 'POST',
    headers: { ...newVisitor().headers(), cookie },
    body: JSON.stringify({
      username: uniqueName('keel'),
      password,
      confirm_password: password,
      v_code,
    }),
  });
  return (JSON.parse(body) as { error_code: number }).error_code;
}

/** Returns where the other process stores a new file, and whether it can read it back. */
async function storeOfNewFile(): Promise<string> {
  const { data } = await upload(10);
  const [row] = await site.database.query<{ store: string }>(
    'select store from upload_file where file_id = $1',
    [data?.file_id],
  );
  const { status } = await sendRequest(`${observingServer.url}${data?.url}`, {
    headers: admin.headers(),
  });
  return `${row?.store}, read back ${status}`;
}

/** The bucket of the test services. */
async function s3Settings() {
  const env = await storeEnv('s3');
  return {
    oss_type: 's3',
    key: env['S3_ACCESS_KEY'] ?? '',
    secret: env['S3_SECRET_KEY'] ?? '',
    endpoint: env['S3_ENDPOINT'] ?? '',
    bucket: env['S3_BUCKET'] ?? '',
    region: env['S3_REGION'] ?? '',
    protocol: 'http',
  } as const;
}

let logo = '';
async function chooseLogo() {
  const { headers, payload } = multipart({}, { field: 'file', name: 'a.png', bytes: PNG_PIXEL });
  const { body } = await sendRequest(`${savingServer.url}${calls.adminSetting.uploadLogo.path}`, {
    method: 'POST',
    headers: { ...admin.headers(), ...headers },
    body: payload,
  });
  logo = (JSON.parse(body) as { data: { site_logo: string } }).data.site_logo;
}
const statusOf = async (url: string) => (await sendRequest(`${observingServer.url}${url}`)).status;

/** Returns all fields of a form except these. */
const fieldsOf = (form: Form, ...but: readonly string[]) =>
  Object.keys(forms[form])
    .filter((field) => !but.includes(field))
    .map((field) => `${form}.${field}`);
const forms = {
  oss_setting: siteSettings.parse({}).oss_setting,
  mail_setting: siteSettings.parse({}).mail_setting,
  ldap_form: siteSettings.parse({}).ldap_form,
  oauth2_form: siteSettings.parse({}).oauth2_form,
};
type Form = keyof typeof forms;

/** An LDAP user who is searched by non-default fields. */
const MATE = { uid: uniqueName('mate'), cn: uniqueName('first.mate'), password: 'lighthouse 9' };
const directory = () => ({
  ...ldapSettings(),
  security: 'tls' as const,
  port: ldapsPort(),
  ca: ldapCaCertificate(),
  user_field: 'cn',
  name_field: 'uid',
});

const smtp = () => new URL(inject('services')['SMTP_URL'] ?? '');
const loadRobots = async () => (await sendRequest(`${observingServer.url}/robots.txt`)).body;
const loadItemDocument = async () => (await sendRequest(`${observingServer.url}/${item_id}`)).body;
const onOff = [1, 0] as const;
const rows: readonly Row[] = [
  renderedByServer('site_name', 'Harbor docs'),
  sentToScreens('site_logo', 'https://harbor.test/logo.png', ''),
  renderedByServer('site_logo', 'https://harbor.test/mark.png'),
  renderedByServer('footer_line', '沪ICP备 7711'),
  sentToScreens('feedback_link', 'https://harbor.test/ask', ''),
  {
    covers: ['logo_file'],
    steps: [
      [() => chooseLogo(), () => statusOf(logo), 200],
      [config({ site_logo: '' }), () => statusOf(logo), 404],
    ],
  },
  sentToScreens('help_link', '/harbor', ''),
  sentToScreens('demo_link', 'https://harbor.test/demo', ''),
  sentToScreens('home_page', 2, 3, 1),
  sentToScreens('home_item', 'harbor', ''),
  {
    covers: ['attachment_size_m'],
    steps: [
      [config({ attachment_size_m: 1 }), async () => (await upload(1_200_000)).error_code, 10603],
      [config({ attachment_size_m: 4 }), async () => (await upload(1_200_000)).error_code, 0],
    ],
  },
  {
    covers: ['register_open'],
    steps: ([0, 1] as const).map((register_open) => [
      config({ register_open }),
      register,
      register_open ? 0 : 10101,
    ]),
  },
  toggled(
    'login_required',
    [1, 0],
    () => errorCodeOf(newVisitor().call(observingServer, calls.item.info, { item_id })),
    [0, 10312],
  ),
  toggled(
    'user_directory',
    [0, 1],
    async () => {
      const username = ADMIN.username.slice(0, -1);
      return (await admin.callOk(observingServer, calls.user.allUser, { username })).length > 0;
    },
    [false, true],
  ),
  toggled('robots_open', [0, 1], async () => /^Disallow: \/$/m.test(await loadRobots()), [
    true,
    false,
  ]),
  {
    covers: ['banner_text', 'banner_level', 'banner_until'],
    steps: [
      [
        config({ banner_text: 'Ebb at six', banner_level: 'warning', banner_until: '' }),
        async () =>
          /id="site-banner" class="warning".*<p>(.*?)<\/p>/.exec(await loadItemDocument())?.[1],
        'Ebb at six',
      ],
      [
        config({ banner_until: '2026-01-01T00:00:00Z' }),
        async () => (await loadItemDocument()).includes('site-banner'),
        false,
      ],
    ],
  },
  {
    covers: ['default_language'],
    steps: (['zh-cn', 'en'] as const).map((default_language) => [
      config({ default_language }),
      async () =>
        /[一-鿿]/.test(
          (await newVisitor().call(observingServer, calls.user.info, {})).error_message,
        ),
      default_language === 'zh-cn',
    ]),
  },
  {
    covers: ['history_version_count'],
    steps: [
      [
        config({ history_version_count: 2 }),
        async () => {
          for (const content of ['a', 'b', 'c', 'd'])
            await admin.callOk(observingServer, calls.page.save, {
              page_id,
              page_content: content,
            });
          return (await admin.callOk(observingServer, calls.page.history, { page_id })).length;
        },
        2,
      ],
    ],
  },
  {
    covers: ['second_factor_for', 'second_factor_days', 'second_factor_since'],
    steps: (
      [
        ['everybody', true],
        ['none', false],
      ] as const
    ).map(([second_factor_for, isRequired]) => [
      () =>
        admin.callOk(savingServer, calls.adminSecurity.save, {
          second_factor_for,
          second_factor_days: 90,
          password: ADMIN.password,
        }),
      async () =>
        (await admin.callOk(observingServer, calls.secondFactor.status, {})).required_from !== null,
      isRequired,
    ]),
  },
  {
    covers: ['session_idle_days', 'session_max_days'],
    steps: [
      [
        async () => {
          await colleague.callOk(savingServer, calls.user.login, ADMIN);
          await ageNewestSession('addtime');
        },
        () => errorCodeOf(colleague.call(observingServer, calls.user.info, {})),
        0,
      ],
      ...([7, 30] as const).map(
        (session_max_days) =>
          [
            security({ session_max_days }),
            () => errorCodeOf(colleague.call(observingServer, calls.user.info, {})),
            session_max_days === 7 ? 10102 : 0,
          ] as const,
      ),
      ...([7, 14] as const).map(
        (session_idle_days) =>
          [
            async () => {
              await ageNewestSession('last_used_time');
              await security({ session_idle_days })();
            },
            () => errorCodeOf(colleague.call(observingServer, calls.user.info, {})),
            session_idle_days === 7 ? 10102 : 0,
          ] as const,
      ),
    ],
  },
  {
    covers: ['password_min_length'],
    steps: [12, 8].map((password_min_length) => [
      security({ password_min_length }),
      async () => (await loadSiteInfo()).password_min_length,
      password_min_length,
    ]),
  },
  ...(['login', 'console'] as const).map((list): Row => ({
    covers: [`${list}_networks_on`, `${list}_networks`],
    steps: onOff.map((isOn) => [
      async () => {
        await security({
          [`${list}_networks_on`]: isOn,
          [`${list}_networks`]: [{ network: '127.0.0.1' }],
        })();
        await admin.callOk(savingServer, calls.user.info, {});
      },
      () => errorCodeOf(admin.call(observingServer, calls.adminSecurity.load, {}, elsewhere)),
      isOn ? { login: 10102, console: 10681 }[list] : 0,
    ]),
  })),
  {
    covers: ['token_days'],
    steps: [30, 365].map((token_days) => [
      config({ token_days }),
      async () => (await admin.callOk(observingServer, calls.accessToken.getList, {})).max_days,
      token_days,
    ]),
  },
  {
    covers: ['attachment_quota_m'],
    steps: [
      [config({ attachment_quota_m: 1 }), async () => (await upload(1_200_000)).error_code, 10608],
      [config({ attachment_quota_m: 0 }), async () => (await upload(1_200_000)).error_code, 0],
    ],
  },
  {
    covers: ['oss_open', ...fieldsOf('oss_setting', 'secretId', 'secretKey', 'domain')],
    steps: [
      [
        async () =>
          admin.callOk(savingServer, saveConfig, { oss_open: 1, oss_setting: await s3Settings() }),
        () => storeOfNewFile(),
        's3, read back 200',
      ],
      [config({ oss_open: 0 }), () => storeOfNewFile(), 'local, read back 200'],
    ],
  },
  {
    // Tencent's names for the key, and a domain from which browsers fetch files directly.
    covers: ['oss_setting.secretId', 'oss_setting.secretKey', 'oss_setting.domain'],
    steps: [
      [
        async () => {
          const { key: secretId, secret: secretKey, ...place } = await s3Settings();
          const oss_setting = {
            ...place,
            oss_type: 'qcloud',
            key: 'none',
            secretId,
            secretKey,
            domain: 'files.test',
          } as const;
          return admin.callOk(savingServer, saveConfig, { oss_open: 1, oss_setting });
        },
        async () => {
          const url = (await upload(10)).data?.url ?? '';
          const { headers } = await sendRequest(`${observingServer.url}${url}`, {
            headers: admin.headers(),
          });
          const to = new URL(headers['location'] ?? 'http://nowhere.test');
          const [key] = (to.searchParams.get('X-Amz-Credential') ?? '').split('/');
          return `${to.origin} ${key}`;
        },
        `http://files.test ${inject('services')['TEST_S3_KEY']}`,
      ],
      [config({ oss_open: 0 }), () => storeOfNewFile(), 'local, read back 200'],
    ],
  },
  {
    covers: ['ldap_open', ...fieldsOf('ldap_form', 'version')],
    steps: onOff.map((ldap_open) => [
      () => admin.callOk(savingServer, saveLdapConfig, { ldap_open, ldap_form: directory() }),
      async () => {
        const login = { username: MATE.cn, password: MATE.password };
        const { error_code, data } = await newVisitor().call(
          observingServer,
          calls.user.login,
          login,
        );
        return data ? data.name : error_code;
      },
      ldap_open ? MATE.uid : 10204,
    ]),
  },
  {
    covers: ['older_login_links', 'login_secret_key'],
    steps: onOff.map((older_login_links) => [
      () => admin.callOk(savingServer, saveLoginLinks, { older_login_links }),
      async () => {
        const shown = await admin.callOk(observingServer, calls.adminSetting.getLoginSecretKey, {});
        const username = `portal${performance.now()}`;
        const time = String(Math.floor(Date.now() / 1000));
        const token = createHash('md5')
          .update(`${username}${shown.login_secret_key}${time}`)
          .digest('hex');
        const query = new URLSearchParams({ username, time, token });
        const { headers } = await sendRequest(
          `${observingServer.url}/api/ExtLogin/bySecretKey?${query}`,
        );
        return headers['location'];
      },
      older_login_links ? '/item/index' : '/user/login?failed=linkInvalid',
    ]),
  },
];

it.each(rows)('$covers apply on another process', async ({ steps }) => {
  for (const [save, look, want] of steps) {
    await save();
    await expect.poll(look).toEqual(want);
  }
});

/** Covered by separate tests below, and by those of the modules. */
const TESTED_SEPARATELY = [
  'mail_setting',
  'oauth2_open',
  'oauth2_form',
  'directory_form',
  'scim_form',
  'second_factor_provider',
  'console_confirm_minutes',
  'password_common_refused',
  'password_personal_refused',
  'login_wait_minutes',
  'audit_days',
  'recycle_days',
  'version_days',
];

it('every setting has a row that observes its effect', () => {
  const names = Object.keys(siteSettings.shape).flatMap((name) =>
    name in forms ? fieldsOf(name as Form) : [name],
  );
  const covered = new Set(rows.flatMap(({ covers }) => covers));
  const isCovered = (name: string) =>
    covered.has(name) || TESTED_SEPARATELY.includes(name.split('.')[0] ?? '');
  expect(names.filter((name) => !isCovered(name) && !WITHOUT_EFFECT.test(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining([...covered]));
});

it('users can log in with the configured provider', async () => {
  const tls = createSelfSignedCertificate();
  const handle = uniqueName('bosun');
  const userinfo = jsonReply({ number: 77, sub: 'not this', handle, name: 'Bosun' });
  const stub = await startStubProvider({ tls, userinfo });
  onTestFinished(() => void stub.close());
  const form = {
    ...stub.form,
    ca: tls.cert,
    client_auth: 'header',
    id_field: 'number',
    username_field: 'handle',
    scope: 'harbor',
    redirectUri: 'https://docs.harbor.test/api/ExtLogin/oauth2',
    entrance_tips: 'Harbor entrance',
  } as const;
  const save = (change: object, oauth2_open: 0 | 1 = 1) =>
    admin.callOk(savingServer, saveOauth2Config, {
      oauth2_open,
      oauth2_form: { ...form, ...change },
    });
  const loadLoginInfo = async () => {
    const { body } = await sendRequest(`${observingServer.url}${calls.user.oauthInfo.path}`);
    return (JSON.parse(body) as { data: unknown }).data;
  };
  const on = { oauth2_open: 1, oauth2_entrance_tips: form.entrance_tips };
  const requestOauth2 = (query: Record<string, string>, headers: Record<string, string>) =>
    sendRequest(
      `${observingServer.url}${calls.extLogin.oauth2.path}?${new URLSearchParams(query)}`,
      { headers },
    );
  const signIn = async () => {
    const redirect = await requestOauth2({}, { 'sec-fetch-site': 'same-origin' });
    const to = new URL(redirect.headers['location'] ?? '');
    expect(`${to.origin}${to.pathname}`).toBe(`https://${stub.host}${form.authorize_path}`);
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      client_id: form.client_id,
      redirect_uri: form.redirectUri,
      scope: form.scope,
    });
    const cookie =
      redirect.headers['set-cookie']?.map((line) => line.split(';')[0]).join('; ') ?? '';
    const state = to.searchParams.get('state') ?? '';
    const back = await requestOauth2(
      { code: 'any', state },
      { 'sec-fetch-site': 'cross-site', cookie },
    );
    return back.headers['location'];
  };

  await save({ userinfo_path: '', resource_path: '/me' });
  await expect.poll(loadLoginInfo).toEqual(on);
  expect(await signIn()).toBe('/item/index');
  const basic = Buffer.from(`${form.client_id}:${form.client_secret}`).toString('base64');
  expect(stub.receivedRequests.map(({ path, authorization }) => [path, authorization])).toEqual([
    [form.token_path, `Basic ${basic}`],
    ['/me', 'Bearer stub-token-1'],
  ]);
  const made = await site.database.query(
    `select username from "user" join outside_login using (uid) where username = $1`,
    [handle],
  );
  expect(made).toHaveLength(1);

  await save({ userinfo_path: '/me', resource_path: '/nowhere', entrance_tips: 'Another one' });
  await expect.poll(loadLoginInfo).toEqual({ ...on, oauth2_entrance_tips: 'Another one' });
  expect(await signIn()).toBe('/item/index');
  await save({}, 0);
  await expect.poll(loadLoginInfo).toMatchObject({ oauth2_open: 0 });
  expect((await requestOauth2({}, {})).headers['location']).not.toContain(stub.host);
});

it('mail is sent with the configured server and sender', async () => {
  const { hostname, port } = smtp();
  const to = `mail${Date.now()}@harbor.test`;
  const mail_setting = {
    host: hostname,
    port: Number(port),
    security: 'none',
    sender: 'Harbor docs <docs@harbor.test>',
    password: 'planted-secret-4410',
  } as const;
  await admin.callOk(savingServer, saveConfig, { mail_setting });
  const testResult = await admin.callOk(observingServer, calls.adminSetting.testMail, {
    mail_setting,
    to,
  });
  expect(testResult).toMatchObject({ is_fine: 1, fault: '' });
  await waitForMails(to, 1);
  const unreachable = { ...mail_setting, port: 9 };
  expect(
    await admin.callOk(observingServer, calls.adminSetting.testMail, {
      mail_setting: unreachable,
      to,
    }),
  ).toMatchObject({ is_fine: 0 });
  // A mail of the product itself, sent by whichever process runs the job.
  const email = `bound${Date.now()}@harbor.test`;
  await admin.callOk(observingServer, calls.user.updateEmail, { email, password: ADMIN.password });
  const [mail] = await waitForMails(email, 1);
  expect(JSON.stringify(mail)).toContain('docs@harbor.test');
  const shown = await admin.callOk(observingServer, calls.adminSetting.loadConfig, {});
  expect(shown.mail_setting).toMatchObject({ has_password: 1, sender: mail_setting.sender });
  const settingRows = await site.database.query('select value::text from setting');
  for (const output of [
    shown,
    settingRows,
    savingServer.program.stdout(),
    observingServer.program.stdout(),
  ])
    expect(JSON.stringify(output)).not.toContain(mail_setting.password);
});
