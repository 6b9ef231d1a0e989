import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { calls } from '@octavo/contract';
import { loginPresets } from '@octavo/contract/login-presets';
import type { LoginPresetName } from '@octavo/contract/login-presets';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  makeLoggedInUser,
  makeVisitor,
  uniqueAddress,
  uniqueName,
} from '../../../tests/helpers/factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { siteSettings } from '../setting/setting.ts';

const { saveOauth2Config, testOauth2 } = calls.adminSetting;
const { oauth2 } = calls.extLogin;
const REDIRECT = 'http://octavo.test/api/ExtLogin/oauth2';

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web', TRUST_PROXY: '1' });
  admin = await makeLoggedInUser(site, { admin: true });
});
afterAll(() => site.close());

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}
/** A JSON answer, with status 200 unless it says otherwise. */
type Answer = readonly [body: object, status?: number];

/** The provider: answers each path as documented, and records what it was asked. */
async function startPlatform(answers: Record<string, (asked: Asked) => Answer>) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://stub');
      const { method = '', headers } = request;
      const received = { method, path, query: Object.fromEntries(searchParams), headers, body };
      asked.push(received);
      const [json, status = 200] = answers[path]?.(received) ?? [{}, 404];
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(json));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const CREDENTIALS = { client_id: 'app-1', client_secret: 'planted-secret-8812' };
const { oauth2_form: NEW_FORM } = siteSettings.parse({});

/** The form as the preset fills it in, with every host replaced by the stub. */
function formOf(preset: LoginPresetName, host: string, entered: object = {}) {
  const { form } = loginPresets[preset];
  const atStub = (path: string) => path.replace(/^https:\/\/[^/]+/, `http://${host}`);
  return {
    ...NEW_FORM,
    ...form,
    preset,
    protocol: 'http' as const,
    host,
    authorize_path: atStub(form.authorize_path),
    token_path: atStub(form.token_path),
    userinfo_path: atStub(form.userinfo_path),
    profile_path: atStub(form.profile_path),
    ...CREDENTIALS,
    ...entered,
  };
}

/** Logs in with the code that the provider has returned in `callback`. */
async function logIn(form: object, callback: Record<string, string> = { code: 'code-1' }) {
  await admin.client.callOk(saveOauth2Config, { oauth2_open: 1, oauth2_form: form });
  const client = makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
  const navigate = async (query: Record<string, string>, from: string) => {
    const answer = await client.request({
      method: 'GET',
      url: oauth2.path,
      query,
      headers: { 'sec-fetch-site': from, origin: undefined },
    });
    return String(answer.headers['location']);
  };
  const authorize = new URL(await navigate({}, 'same-origin'));
  const state = authorize.searchParams.get('state') ?? '';
  const location = await navigate({ ...callback, state }, 'cross-site');
  const account = (await client.call(calls.user.info, {})).data;
  return { authorize, location, account, failed: /failed=(\w+)/.exec(location)?.[1] };
}
const storedId = async (uid = 0) =>
  (await site.database.query('select outside_id from outside_login where uid = $1', [uid]))[0]?.[
    'outside_id'
  ];
const accounts = async () => (await site.database.query('select from "user"')).length;

describe('Feishu', () => {
  const TOKEN = '/oauth/v3/token';
  const USER = '/open-apis/authen/v1/user_info';
  const tokenAnswer: Answer = [
    {
      code: 0,
      access_token: 'eyJhbGciOiJFUzI1NiIs',
      expires_in: 7200,
      refresh_token_expires_in: 604_800,
      scope: 'auth:user.id:read',
      token_type: 'Bearer',
    },
  ];
  const userAnswer = (change: object = {}): Answer => [
    {
      code: 0,
      msg: 'success',
      data: {
        name: '王静',
        en_name: 'Jing Wang',
        avatar_url: 'https://www.feishu.cn/avatar',
        open_id: 'ou-caecc734c2e3328a62489fe0648c4b98779515d3',
        union_id: `on-${uniqueName('u')}`,
        tenant_key: '736588c92lxf175d',
        ...change,
      },
    },
  ];

  it('logs users in', async () => {
    const email = `${uniqueName('jing')}@harbor.test`;
    const union_id = `on-${uniqueName('u')}`;
    const { host, asked } = await startPlatform({
      [TOKEN]: () => tokenAnswer,
      [USER]: () => userAnswer({ union_id, enterprise_email: email, email: 'private@mail.test' }),
    });
    const { authorize, location, account } = await logIn(formOf('feishu', host));
    expect(location).toBe('/item/index');
    expect(authorize.pathname).toBe('/open-apis/authen/v1/authorize');
    expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
      client_id: 'app-1',
      response_type: 'code',
      redirect_uri: REDIRECT,
      code_challenge_method: 'S256',
    });
    expect(authorize.searchParams.has('scope')).toBe(false);
    const [token, user] = asked;
    expect(token).toMatchObject({ method: 'POST', path: TOKEN });
    expect(token?.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(token?.body ?? '')).toEqual({
      grant_type: 'authorization_code',
      ...CREDENTIALS,
      code: 'code-1',
      redirect_uri: REDIRECT,
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(user).toMatchObject({ method: 'GET', path: USER });
    expect(user?.headers['authorization']).toBe('Bearer eyJhbGciOiJFUzI1NiIs');
    expect(account).toMatchObject({ username: email, name: '王静', email, email_verify: 0 });
    expect(await storedId(account?.uid)).toBe(`http://${host} ${union_id}`);
  });

  it('uses other names without the permission for mails', async () => {
    const user_id = uniqueName('feishu');
    const { host } = await startPlatform({
      [TOKEN]: () => tokenAnswer,
      [USER]: () => userAnswer({ user_id }),
    });
    const { account } = await logIn(formOf('feishu', host));
    expect(account).toMatchObject({ username: user_id, name: '王静', email: '' });
  });

  it.each([
    [20_002, 400, 'invalid_client', 'providerSetup'],
    [20_071, 400, 'invalid_grant', 'providerSetup'],
    [20_003, 400, 'invalid_grant', 'attemptEnded'],
    [20_065, 400, 'invalid_grant', 'attemptEnded'],
    [20_010, 400, 'invalid_grant', 'accountNotAllowed'],
    [20_050, 500, 'server_error', 'providerDown'],
    // Documented for older addresses: the status is 200.
    [20_010, 200, '', 'accountNotAllowed'],
    [20_001, 400, 'invalid_request', 'providerRefused'],
  ])('explains the error %i (%i)', async (code, status, error, name) => {
    const { host } = await startPlatform({
      [TOKEN]: () => [{ code, error, error_description: `Reason ${code} of Feishu.` }, status],
    });
    const before = await accounts();
    expect((await logIn(formOf('feishu', host))).failed).toBe(name);
    expect(await accounts()).toBe(before);
    // For the operator; the user gets a text of ours.
    expect(site.logLines.join('')).toContain(`Reason ${code} of Feishu.`);
  });

  it('explains an error of the user info', async () => {
    const { host } = await startPlatform({
      [TOKEN]: () => tokenAnswer,
      [USER]: () => [{ code: 20_021, msg: 'User resigned', data: {} }],
    });
    expect((await logIn(formOf('feishu', host))).failed).toBe('accountNotAllowed');
  });

  it('reports a user who declines', async () => {
    const { host } = await startPlatform({});
    const { failed } = await logIn(formOf('feishu', host), { error: 'access_denied' });
    expect(failed).toBe('providerDenied');
  });
});

describe('DingTalk', () => {
  const TOKEN = '/v1.0/oauth2/userAccessToken';
  const USER = '/v1.0/contact/users/me';
  const tokenAnswer = (corpId = 'dingcorp'): Answer => [
    { accessToken: 'ding-token', refreshToken: 'ding-refresh', expireIn: 7200, corpId },
  ];
  const entered = { tenant: 'dingcorp' };

  it('logs users of the organisation in', async () => {
    const unionId = uniqueName('union');
    const email = `${uniqueName('ding')}@harbor.test`;
    const { host, asked } = await startPlatform({
      [TOKEN]: () => tokenAnswer(),
      [USER]: () => [
        { nick: '王静', unionId, openId: '123', email, mobile: '150xxxx9144', stateCode: '86' },
      ],
    });
    const { authorize, location, account } = await logIn(formOf('dingtalk', host, entered), {
      authCode: 'code-1',
    });
    expect(location).toBe('/item/index');
    expect(authorize.pathname).toBe('/oauth2/auth');
    // Exactly the documented parameters.
    expect(Object.fromEntries(authorize.searchParams)).toEqual({
      client_id: 'app-1',
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'openid corpid',
      prompt: 'consent',
      corpId: 'dingcorp',
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [token, user] = asked;
    expect(token).toMatchObject({ method: 'POST', path: TOKEN });
    expect(JSON.parse(token?.body ?? '')).toEqual({
      clientId: 'app-1',
      clientSecret: CREDENTIALS.client_secret,
      code: 'code-1',
      grantType: 'authorization_code',
    });
    expect(user?.headers['x-acs-dingtalk-access-token']).toBe('ding-token');
    expect(user?.headers['authorization']).toBeUndefined();
    expect(account).toMatchObject({ username: email, name: '王静', email, email_verify: 0 });
    expect(await storedId(account?.uid)).toBe(`http://${host} ${unionId}`);
  });

  it('rejects users of other organisations, and all without a configured one', async () => {
    const { host } = await startPlatform({
      [TOKEN]: () => tokenAnswer('dingother'),
      [USER]: () => [{ nick: uniqueName('nick'), unionId: uniqueName('union') }],
    });
    const before = await accounts();
    for (const tenant of ['dingcorp', ''])
      expect((await logIn(formOf('dingtalk', host, { tenant }))).failed).toBe('accountNotAllowed');
    expect(await accounts()).toBe(before);
  });

  it.each([
    ['invalidClientIdOrSecret', 400, 'providerSetup'],
    ['invalidParameter.authCode.notFound', 400, 'attemptEnded'],
    ['ServiceUnavailable', 503, 'providerDown'],
    ['somethingElse', 400, 'providerRefused'],
  ])('explains the error %s', async (code, status, name) => {
    const { host } = await startPlatform({
      [TOKEN]: () => [
        { code, requestid: '0C5E', message: '无效的clientId或者clientSecret' },
        status,
      ],
    });
    expect((await logIn(formOf('dingtalk', host, entered))).failed).toBe(name);
  });

  it('explains a missing permission of the app', async () => {
    const { host } = await startPlatform({
      [TOKEN]: () => tokenAnswer(),
      [USER]: () => [
        {
          code: 'Forbidden.AccessDenied.AccessTokenPermissionDenied',
          message: '应用尚未开通所需的权限：[Contact.User.Read]',
        },
        403,
      ],
    });
    expect((await logIn(formOf('dingtalk', host, entered))).failed).toBe('providerSetup');
    expect(site.logLines.join('')).toContain('Contact.User.Read');
  });
});

describe('WeCom', () => {
  const TOKEN = '/cgi-bin/gettoken';
  const USER_ID = '/cgi-bin/auth/getuserinfo';
  const USER = '/cgi-bin/user/get';
  const ok = { errcode: 0, errmsg: 'ok' };
  const tokenAnswer: Answer = [{ ...ok, access_token: 'corp-token', expires_in: 7200 }];
  const entered = { agent_id: '1000002' };

  it('logs members of the corporation in', async () => {
    const userid = uniqueName('wecom');
    const { host, asked } = await startPlatform({
      [TOKEN]: () => tokenAnswer,
      [USER_ID]: () => [{ ...ok, userid, user_ticket: 'ticket' }],
      [USER]: () => [
        { ...ok, userid, name: '王静', department: [1], biz_mail: 'jing@harbor.test' },
      ],
    });
    const { authorize, location, account } = await logIn(formOf('wecom', host, entered));
    expect(location).toBe('/item/index');
    expect(authorize.pathname).toBe('/wwlogin/sso/login');
    expect(Object.fromEntries(authorize.searchParams)).toEqual({
      login_type: 'CorpApp',
      appid: 'app-1',
      agentid: '1000002',
      redirect_uri: REDIRECT,
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(asked.map(({ method, path, query }) => [method, path, query])).toEqual([
      ['GET', TOKEN, { corpid: 'app-1', corpsecret: CREDENTIALS.client_secret }],
      ['GET', USER_ID, { access_token: 'corp-token', code: 'code-1' }],
      ['GET', USER, { access_token: 'corp-token', userid }],
    ]);
    for (const { headers } of asked) expect(headers['authorization']).toBeUndefined();
    expect(account).toMatchObject({ username: userid, name: '王静', email: 'jing@harbor.test' });
    expect(site.logLines.join('')).not.toContain(CREDENTIALS.client_secret);
  });

  it('never sends the secret to the browser', async () => {
    const { host } = await startPlatform({});
    const form = formOf('wecom', host, entered);
    const authorize_path = `${form.authorize_path}&x={client_secret}&y={access_token}`;
    const { authorize } = await logIn({ ...form, authorize_path });
    expect(authorize.href).not.toContain(CREDENTIALS.client_secret);
  });

  it('keeps members of two corporations with the same id apart', async () => {
    const userid = uniqueName('zhangsan');
    const { host } = await startPlatform({
      [TOKEN]: () => tokenAnswer,
      [USER_ID]: () => [{ ...ok, userid }],
      [USER]: () => [{ ...ok, userid, name: '张三' }],
    });
    const first = await logIn(formOf('wecom', host, entered));
    expect(await storedId(first.account?.uid)).toBe(`http://${host}#app-1 ${userid}`);
    const other = await logIn(formOf('wecom', host, { ...entered, client_id: 'corp-2' }));
    expect(other.failed).toBe('notLinked');
    expect(other.account).toBeNull();
  });

  it('rejects people outside of the corporation', async () => {
    const { host } = await startPlatform({
      [TOKEN]: () => tokenAnswer,
      [USER_ID]: () => [{ ...ok, openid: 'o-1', external_userid: 'wm-1' }],
    });
    const before = await accounts();
    expect((await logIn(formOf('wecom', host, entered))).failed).toBe('accountNotAllowed');
    expect(await accounts()).toBe(before);
  });

  it.each([
    [TOKEN, 40_001, 'invalid credential', 'providerSetup'],
    [TOKEN, 40_013, 'invalid corpid', 'providerSetup'],
    [TOKEN, -1, 'system busy', 'providerDown'],
    [USER_ID, 60_020, 'not allow to access from your ip', 'providerSetup'],
    [USER_ID, 40_029, 'invalid code', 'attemptEnded'],
    [USER, 60_011, 'no privilege to access/modify contact/party/agent', 'accountNotAllowed'],
    [USER, 48_002, 'api forbidden', 'providerSetup'],
    [USER, 99_999, 'something else', 'providerRefused'],
  ])('explains %s with errcode %i and status 200', async (path, errcode, errmsg, name) => {
    const { host } = await startPlatform({
      [TOKEN]: () => tokenAnswer,
      [USER_ID]: () => [{ ...ok, userid: uniqueName('wecom') }],
      [USER]: () => [{ ...ok, name: '王静' }],
      [path]: () => [{ errcode, errmsg }],
    });
    const before = await accounts();
    expect((await logIn(formOf('wecom', host, entered))).failed).toBe(name);
    expect(await accounts()).toBe(before);
    expect(site.logLines.join('')).toContain(errmsg);
  });

  it('reports a user who declines: WeCom returns without a code', async () => {
    const { host } = await startPlatform({});
    expect((await logIn(formOf('wecom', host, entered), {})).failed).toBe('providerDenied');
  });

  it('is tested with its own error codes', async () => {
    const { host } = await startPlatform({
      '/wwlogin/sso/login': () => [{}],
      [TOKEN]: ({ query }) =>
        query['corpsecret'] === CREDENTIALS.client_secret
          ? tokenAnswer
          : [{ errcode: 40_001, errmsg: 'invalid credential' }],
      [USER_ID]: () => [{ errcode: 40_029, errmsg: 'invalid code' }],
    });
    const tried = async (change: object) => {
      const { steps } = await admin.client.callOk(testOauth2, {
        oauth2_form: formOf('wecom', host, { ...entered, ...change }),
      });
      return steps.map(({ step, fault }) => `${step} ${fault || 'fine'}`);
    };
    expect(await tried({})).toEqual(['authorize fine', 'token fine', 'userinfo fine']);
    expect(await tried({ client_secret: 'wrong' })).toEqual(['authorize fine', 'token client']);
  });
});

it('every preset is accepted by the settings and asks only for what its addresses use', async () => {
  for (const [name, { form, asks, errors }] of Object.entries(loginPresets)) {
    const preset = name as LoginPresetName;
    await admin.client.callOk(saveOauth2Config, {
      oauth2_form: { ...NEW_FORM, ...form, preset, ...CREDENTIALS },
    });
    const addresses = [form.authorize_path, form.token_path, form.userinfo_path, form.profile_path];
    for (const value of ['agent_id', 'tenant'] as const)
      expect(addresses.join(' ').includes(`{${value}}`)).toBe(asks.includes(value as never));
    expect(Object.keys(errors).length).toBeGreaterThan(2);
  }
});
