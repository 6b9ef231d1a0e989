import type { Call } from '@octavo/contract/define-call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../helpers/client.ts';
import { allCalls, isReusable } from '../helpers/valid-requests.ts';
import { sampleOf } from '../helpers/nightly.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const LEAK = /SQLSTATE|syntax error|at .*\.(js|ts)|node_modules|postgres|kysely|ECONN/i;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

const malformedJson: readonly unknown[] = [
  'a\0b',
  '\uD800',
  '\u202Etxt.exe',
  '\u0001\u001F\u007F',
  '👩‍💻'.repeat(50),
  '',
  ' ',
  'x'.repeat(100_000),
  'x'.repeat(1_000_000),
  null,
  true,
  -1,
  1.5,
  1e308,
  2 ** 53 + 2,
  [],
  ['a', 'b'],
  [[[]]],
  {},
  { toString: 1, valueOf: 2 },
  { $gt: '' },
];

/** Values as bytes of a form that JSON cannot represent. */
const malformedBytes: readonly string[] = [
  '%00',
  '%C0%A7',
  '%FF%FE',
  '%ED%A0%80',
  '%F4%90%80%80',
  '%',
  '%zz',
  '1e9',
  '0x10',
  '-0',
  'NaN',
];

async function send(client: TestClient, call: Call, body: string, type: string) {
  if (call.method === 'GET') return client.request({ method: 'GET', url: `${call.path}?${body}` });
  const headers = { 'content-type': type };
  return client.request({ method: 'POST', url: call.path, payload: body, headers });
}

type InjectedResponse = Awaited<ReturnType<typeof send>>;

/** Returns undefined if the response is well-formed, otherwise a description of the problem. */
function findProblem({ statusCode, body, headers }: InjectedResponse): string | undefined {
  if (statusCode >= 500) return `${statusCode} ${body}`;
  if (LEAK.test(body)) return `leak: ${body}`;
  // The response to a logout token is that of OpenID Connect.
  if (statusCode === 400 && /^\{"error":"\w+","error_description":"[^"]*"\}$/.test(body))
    return undefined;
  const isJson = String(headers['content-type']).startsWith('application/json');
  if (isJson && !/^\{"error_code":\d+,"error_message":".*","data":/.test(body)) return body;
  return undefined;
}

function encode(input: object): string {
  const fields = Object.entries(input).map(([name, value]) => [name, String(value)] as const);
  return new URLSearchParams(Object.fromEntries(fields)).toString();
}

type Body = readonly [body: string, type: string];

/**
 * Returns functions that create bodies with a malformed value in this field and valid other fields; lazy, because
 * some bodies are long.
 */
function malformedBodies(call: Call, field: string): readonly ((input: object) => Body)[] {
  const plain = (input: object, value: string) => {
    const { [field]: _left, ...others } = input as Record<string, unknown>;
    return [encode(others), `${field}=${value}`].filter(Boolean).join('&');
  };
  const forms = malformedBytes.flatMap((value) => [
    (input: object): Body => [plain(input, value), FORM],
    (input: object): Body => [
      `${plain(input, value)}&${field}[]=${value}&${field}[a]=${value}`,
      FORM,
    ],
  ]);
  const jsons = malformedJson.map((value) => (input: object): Body => [
    JSON.stringify({ ...input, [field]: value }),
    JSON_TYPE,
  ]);
  return call.method === 'GET' ? forms : [...forms, ...jsons];
}

describe('a malformed value', () => {
  const fields = allCalls.flatMap((row) => {
    // The token is read in one place for all calls.
    const names = [
      ...Object.keys(row.call.request.shape),
      ...(row.name === 'user.info' ? ['user_token'] : []),
    ];
    return names.map((field) => ({ ...row, field }));
  });
  const rows = fields.map((row, at) => ({ ...row, at }));

  it.each(rows)(
    'gets a well-formed response from $name, field $field',
    async ({ call, prepare, field, at }) => {
      const problems: string[] = [];
      let prepared = await prepare(site);
      for (const makeBody of sampleOf(malformedBodies(call, field), at)) {
        const [body, type] = makeBody(prepared.input);
        const answer = await send(prepared.client, call, body, type);
        const problem = findProblem(answer);
        if (problem) problems.push(`${body.slice(-60)}: ${problem}`);
        if (!isReusable(call, answer.body)) prepared = await prepare(site);
      }
      expect(problems).toEqual([]);
    },
  );

  it('does no harm as the name of a field', async () => {
    const names = [
      '__proto__',
      'constructor',
      'toString',
      '',
      '\0',
      'a[b][c]',
      '[]',
      '__proto__[]',
    ];
    const malformedFields = names.map((name) => `${encodeURIComponent(name)}=x`).join('&');
    for (const { call, prepare } of allCalls) {
      const { client, input } = await prepare(site);
      const answer = await send(client, call, `${encode(input)}&${malformedFields}`, FORM);
      expect(findProblem(answer)).toBeUndefined();
      // A login through a provider ends with a redirect.
      expect([200, 303]).toContain(answer.statusCode);
    }
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('logs no unexpected error', () => {
    expect(site.logLines.filter((line) => line.includes('unexpected error'))).toEqual([]);
  });
});
