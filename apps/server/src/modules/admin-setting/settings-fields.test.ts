import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

/** Checks that a settings call that returns success has stored the fields, in every encoding of the request. */
type Fields = Record<string, unknown>;

const RUNS = 150;
const SEED = 20_261_117;
const { adminSetting } = calls;

let site: TestSite;
let client: TestClient;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  ({ client } = await makeLoggedInUser(site, { admin: true }));
});
afterAll(() => site.close());

const word = fc.stringMatching(/^[a-z][a-z0-9]{2,11}$/);
const bit = fc.constantFrom(0, 1);
const host = word.map((name) => `${name}.harbor.test`);
const security = fc.constantFrom('none', 'starttls', 'tls');
const port = fc.integer({ min: 1, max: 65_535 });
const path = word.map((name) => `/${name}`);

const FORMS: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
  mail_setting: { host, port, security, user: word, password: word, has_password: bit },
  oss_setting: {
    oss_type: fc.constantFrom('aliyun', 'qiniu', 'qcloud', 's3'),
    key: word,
    secret: word,
    has_secret: bit,
    secretId: word,
    secretKey: word,
    has_secretKey: bit,
    bucket: word,
    region: word,
    protocol: fc.constantFrom('http', 'https'),
  },
  ldap_form: {
    host,
    port,
    security,
    version: fc.constantFrom(2, 3),
    base_dn: word.map((name) => `dc=${name}`),
    bind_dn: word,
    bind_password: word,
    has_bind_password: bit,
    user_field: word,
    name_field: word,
  },
  oauth2_form: {
    host,
    client_id: word,
    client_secret: word,
    has_client_secret: bit,
    authorize_path: path,
    token_path: path,
    scope: word,
    entrance_tips: word,
  },
};

interface Row {
  readonly save: Call;
  readonly load: Call;
  readonly plain: Record<string, fc.Arbitrary<unknown>>;
  readonly forms: readonly string[];
}

const ROWS: Record<string, Row> = {
  saveConfig: {
    save: adminSetting.saveConfig,
    load: adminSetting.loadConfig,
    plain: {
      site_name: word,
      footer_line: word,
      register_open: bit,
      user_directory: bit,
      home_page: fc.constantFrom(1, 2),
      history_version_count: fc.integer({ min: 1, max: 1000 }),
      attachment_size_m: fc.integer({ min: 1, max: 1024 }),
      banner_text: word,
    },
    forms: ['mail_setting', 'oss_setting'],
  },
  saveLdapConfig: {
    save: adminSetting.saveLdapConfig,
    load: adminSetting.loadLdapConfig,
    plain: { ldap_open: bit },
    forms: ['ldap_form'],
  },
  saveOauth2Config: {
    save: adminSetting.saveOauth2Config,
    load: adminSetting.loadOauth2Config,
    plain: { oauth2_open: bit },
    forms: ['oauth2_form'],
  },
  saveLoginLinks: {
    save: adminSetting.saveLoginLinks,
    load: adminSetting.getLoginSecretKey,
    plain: { older_login_links: bit },
    forms: [],
  },
};

const some = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Fields>;

/** A field name that no settings call declares. */
const unknown = fc.constantFrom(
  'extra',
  'Host',
  'ldapform',
  'hosts',
  'uid',
  'constructor',
  'is_open',
);

interface RequestCase {
  readonly plain: Fields;
  readonly forms: Record<string, Fields>;
  readonly style: 'json' | 'text' | 'brackets' | 'flat';
  /** An unknown field at the top level, and one in the first form. */
  readonly beside: string | undefined;
  readonly within: string | undefined;
}

const requestsTo = ({ plain, forms }: Row): fc.Arbitrary<RequestCase> =>
  fc.record({
    plain: some(plain),
    forms: some(
      Object.fromEntries(forms.map((name) => [name, some(FORMS[name] ?? {})])),
    ) as fc.Arbitrary<Record<string, Fields>>,
    style: fc.constantFrom('json', 'text', 'brackets', 'flat'),
    beside: fc.option(unknown, { nil: undefined, freq: 2 }),
    within: fc.option(unknown, { nil: undefined, freq: 2 }),
  });

const encode = (pairs: readonly (readonly [string, unknown])[]) =>
  new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();

/** The encoded request, and the unknown fields that it contains. */
function requestOf(
  { save, forms: names }: Row,
  { plain, forms, style, beside, within }: RequestCase,
) {
  const first = names.find((name) => forms[name] !== undefined);
  const inner = Object.entries(forms).map(([name, form]): [string, Fields] => [
    name,
    name === first && within !== undefined ? { ...form, [within]: 'x' } : form,
  ]);
  const outer: Fields = beside === undefined ? plain : { ...plain, [beside]: 'x' };
  const unknownFields = [beside, ...(first === undefined ? [] : [within])].filter(
    (name) => name !== undefined,
  );
  // Only calls with one form accept its fields at the top level.
  const isFlat = style === 'flat' && save.inlineForm !== undefined;
  const pairs = inner.flatMap(([name, form]): [string, unknown][] => {
    if (isFlat) return Object.entries(form);
    if (style === 'text') return [[name, JSON.stringify(form)]];
    return Object.entries(form).map(([field, value]) => [`${name}[${field}]`, value]);
  });
  const payload =
    style === 'json'
      ? JSON.stringify({ ...outer, ...Object.fromEntries(inner) })
      : encode([...Object.entries(outer), ...pairs]);
  const type = style === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  return { payload, headers: { 'content-type': type }, unknownFields };
}

/** The sent fields whose value differs when loaded afterwards. */
function findLostFields(sent: Fields, loaded: Fields): string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    // `has_…` 0 only has an effect if no new secret is sent.
    const secret = name.startsWith('has_') ? sent[name.slice(4)] : undefined;
    if (secret !== undefined || (name.startsWith('has_') && value === 1)) return [];
    const shown = `has_${name}` in loaded ? loaded[`has_${name}`] : loaded[name];
    return shown === (`has_${name}` in loaded ? 1 : value) ? [] : [name];
  });
}

const counts = { requests: 0, stored: 0, refused: 0, refusedByName: 0, storedNothing: 0 };

interface Answer {
  readonly error_code: number;
  readonly error_message: string;
}

function checkSuccess(
  { plain, forms }: RequestCase,
  unknownFields: readonly string[],
  after: Fields,
): string {
  if (unknownFields.length > 0) return `accepted ${unknownFields.join()}`;
  const lostFields = Object.entries(forms).flatMap(([name, form]) =>
    findLostFields(form, after[name] as Fields),
  );
  lostFields.push(...findLostFields(plain, after));
  const names = [plain, ...Object.values(forms)].flatMap((fields) => Object.keys(fields));
  const isStored = names.length > 0 && lostFields.length === 0;
  counts[isStored ? 'stored' : 'storedNothing'] += 1;
  return isStored ? '' : `success without storing ${lostFields.join()}`;
}

function checkRejection(answer: Answer, unknownFields: readonly string[], isSame: boolean): string {
  counts.refused += 1;
  if (!isSame) return 'refused and stored';
  if (unknownFields.length === 0) return '';
  counts.refusedByName += 1;
  const isNamed = unknownFields.some((name) => answer.error_message.includes(name));
  return answer.error_code === 10101 && isNamed ? '' : `not named: ${answer.error_message}`;
}

describe('a settings call', () => {
  it.each(Object.entries(ROWS))(
    '%s stores the fields it accepts and names unknown fields',
    async (_name, row) => {
      const load = async () => (await client.callOk(row.load, {})) as Fields;
      const property = fc.asyncProperty(requestsTo(row), async (sent) => {
        const before = await load();
        const { payload, headers, unknownFields } = requestOf(row, sent);
        const url = row.save.path;
        const response = await client.request({ method: 'POST', url, payload, headers });
        const answer = response.json<Answer>();
        const after = await load();
        counts.requests += 1;
        const isSame = JSON.stringify(after) === JSON.stringify(before);
        const problem =
          answer.error_code === 0
            ? checkSuccess(sent, unknownFields, after)
            : checkRejection(answer, unknownFields, isSame);
        expect(problem).toBe('');
      });
      await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
    },
  );

  it('never returns success without storing anything', () => {
    console.info('settings requests:', counts);
    expect(counts.storedNothing).toBe(0);
    expect(counts.stored).toBeGreaterThan(50);
    expect(counts.refusedByName).toBeGreaterThan(200);
  });

  it.each([
    ['flat', 'ldap_open=0&host=dc1.harbor.test&port=3389&base_dn=dc%3Dharbor'],
    [
      'brackets',
      'ldap_form[host]=dc1.harbor.test&ldap_form[port]=3389&ldap_form[base_dn]=dc%3Dharbor',
    ],
    ['text', 'ldap_form={"host":"dc1.harbor.test","port":3389,"base_dn":"dc=harbor"}'],
  ])('saveLdapConfig accepts the form as %s and writes an audit entry', async (_style, payload) => {
    await client.callOk(adminSetting.saveLdapConfig, {
      ldap_form: { host: '', has_bind_password: 0 },
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const url = adminSetting.saveLdapConfig.path;
    const answer = await client.request({ method: 'POST', url, payload, headers });
    expect(answer.json()).toMatchObject({ error_code: 0 });
    const form = { host: 'dc1.harbor.test', port: 3389, base_dn: 'dc=harbor' };
    expect(await client.callOk(adminSetting.loadLdapConfig, {})).toMatchObject({ ldap_form: form });
    const { list } = await client.callOk(calls.audit.getList, { action: 'adminSetting', count: 1 });
    expect(list[0]?.facts).toMatchObject({ 'ldap_form.host': form.host, 'ldap_form.port': 3389 });
  });

  it.each([
    {},
    { ldap_form: {} },
    { ldap_form: '{}' },
    { ldap_form: { bind_password: '' } },
    { ldap_form: { port: '' }, ldap_open: '' },
    { ldap_form: { has_bind_password: 1 } },
  ])('saveLdapConfig rejects a form without anything to store: %j', async (input) => {
    expect((await client.call(adminSetting.saveLdapConfig, input as never)).error_code).toBe(10101);
  });
});
