import type { Db } from '../../src/db/connect.ts';
import type { Call } from '@octavo/contract/define-call';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../helpers/factories.ts';
import { allCalls, isReusable } from '../helpers/valid-requests.ts';
import { sampleOf } from '../helpers/nightly.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

/** Part of all texts of a user that no caller in these tests may read. */
const MARKER = 'harbourpilot';
/** 7001 times 7001: a response contains this number only if the server evaluated the expression. */
const PRODUCT = '49014001';

const sqlPayloads = [
  `1' or '1'='1`,
  `1 or 1=1`,
  `' or 1=1 --`,
  `' union select username, password_hash from "user" --`,
  `'; update "user" set groupid = 1; --`,
  `'; select pg_sleep(5); --`,
  `1' || pg_sleep(5) || '`,
  String.raw`\' or 1=1 --`,
  '$$; select pg_sleep(5); $$',
  `%' or '%'='`,
];

const otherPayloads = [
  '${7001*7001}',
  '{{7001*7001}}',
  '#{7001*7001}',
  '<%=7001*7001%>',
  '*)(uid=*))(|(uid=*',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  `x\r\nset-cookie: evil=1`,
  `x\r\nBcc: evil@evil.test`,
  '<script>alert(1)</script>',
  '$(id)',
  '`id`',
];

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
  // A statement that runs this function fails, so the server returns 500.
  await site.database.query('revoke execute on function pg_sleep(double precision) from public');
  await makeUser(site, { username: MARKER, name: MARKER, email: `${MARKER}@harbor.test` });
});
afterAll(() => site.close());

const listFields = (call: Call) => Object.keys(call.request.shape);
const rows = allCalls
  .flatMap((row) => listFields(row.call).map((field) => ({ ...row, field })))
  .map((row, at) => ({ ...row, at }));

function request(call: Call, input: object) {
  if (call.method !== 'GET') return { method: 'POST', url: call.path, payload: input } as const;
  return { method: 'GET', url: call.path, query: input as Record<string, string> } as const;
}

/** Sends the payloads in this field, with valid other fields, and returns all responses. */
async function attack(row: (typeof rows)[number], payloads: readonly string[]) {
  const answers: string[] = [];
  let prepared = await row.prepare(site);
  for (const payload of sampleOf(payloads, row.at)) {
    const input = { ...prepared.input, [row.field]: payload };
    const answer = await prepared.client.request(request(row.call, input));
    answers.push(`${answer.statusCode}\n${JSON.stringify(answer.headers)}\n${answer.body}`);
    if (!isReusable(row.call, answer.body)) prepared = await row.prepare(site);
  }
  return answers;
}

describe('SQL in a field', () => {
  it.each(rows)('is stored as a plain value: $name, $field', async (row) => {
    for (const answer of await attack(row, sqlPayloads)) {
      expect(answer).not.toMatch(/^5/);
      expect(answer).not.toContain(MARKER);
      expect(answer).not.toContain('argon2');
    }
  });

  it('changes no user and makes no user an administrator', async () => {
    const users = await site.database.query(
      `select username, name, email, groupid, email_verify from "user"
       where groupid = 1 and username not like 'new%' or username = '${MARKER}'`,
    );
    expect(users).toEqual([
      {
        username: MARKER,
        name: MARKER,
        email: `${MARKER}@harbor.test`,
        groupid: 2,
        email_verify: 1,
      },
    ]);
  });

  it('would fail if it ran pg_sleep', async () => {
    const sleeping = sql`select pg_sleep(0)`.execute(site.deps.db as Db);
    await expect(sleeping).rejects.toThrow('permission denied for function pg_sleep');
  });
});

describe('templates, filters, paths and line breaks in a field', () => {
  it.each(rows)('are plain text: $name, $field', async (row) => {
    for (const answer of await attack(row, otherPayloads)) {
      expect(answer).not.toMatch(/^5/);
      expect(answer).not.toContain(PRODUCT);
      expect(answer).not.toContain('root:x:');
      expect(answer).not.toMatch(/"set-cookie":[^\n]*evil|uid=0/);
      expect(answer).not.toContain(MARKER);
    }
  });

  it('in the URL or a header are plain text too', async () => {
    for (const payload of otherPayloads) {
      const text = payload.replaceAll(/[\r\n]+/g, ' ');
      const answer = await site.app.inject({
        method: 'GET',
        url: `/api/${encodeURIComponent(payload)}?a=${encodeURIComponent(payload)}`,
        headers: { 'user-agent': text, 'accept-language': text, referer: text, cookie: text },
      });
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain(PRODUCT);
    }
    expect(site.logLines.join('')).not.toContain(PRODUCT);
  });
});
