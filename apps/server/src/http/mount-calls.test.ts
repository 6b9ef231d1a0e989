import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calls } from '@octavo/contract';
import { auditor, describeAccess, itemToken, ownerOf, user } from '@octavo/contract/access';
import { defineCall } from '@octavo/contract/define-call';
import type { Call } from '@octavo/contract/define-call';
import { SCIM_PATH, scimRoutes } from '@octavo/contract/scim';
import { emptyObject } from '@octavo/contract/wire';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findOpenapiErrors } from '../../tests/helpers/openapi-errors.ts';
import { openTestSite } from '../../tests/helpers/site.ts';
import type { TestSite } from '../../tests/helpers/site.ts';
import { assertGuarded } from '../access/authorize.ts';
import { createCookies } from './cookies.ts';
import { mountCalls } from './mount-calls.ts';
import { createVisitPasses } from './visit-pass.ts';

const source = fileURLToPath(new URL('../', import.meta.url));
const all = Object.entries(calls).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, call]) => [`${noun}.${verb}`, call as Call] as const),
);

const CONFIRMATIONS = {
  recent: 'confirmation',
  always: 'confirmation each time',
  factor: 'second factor each time',
  password: 'password again',
};

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

describe('the table of all calls', () => {
  it.each(all)('%s declares its access, request and response', (name, call) => {
    expect(call.path.split('/').slice(2).join('.').toLowerCase()).toBe(name.toLowerCase());
    expect(call.access.who).toBeTruthy();
    expect(call.summary).toMatch(/^[A-Z].*\.$/);
    expect(call.request).toBeInstanceOf(z.ZodObject);
    const { response } = call;
    expect(response instanceof z.ZodType || /^\w+\//.test(response.file)).toBe(true);
  });

  it.each(all)('%s is mounted under its method only', async (_name, call) => {
    const own = call.alsoGet ? ['GET', 'POST'] : [call.method ?? 'POST'];
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
      expect(site.app.hasRoute({ method, url: call.path })).toBe(own.includes(method));
  });

  it('has no duplicate paths', () => {
    expect(new Set(all.map(([, call]) => call.path.toLowerCase())).size).toBe(all.length);
  });

  /** A change of access changes a committed file, so it is visible in review. */
  it('equals the reviewed list of who may call what', async () => {
    const rows = all.map(([, call]) => {
      const conditions = [
        describeAccess(call.access),
        call.captcha && `captcha ${call.captcha}`,
        call.reauth && CONFIRMATIONS[call.reauth],
        `scope ${call.scope}`,
        call.itemTokens && `item tokens ${call.itemTokens}`,
        call.limit && `${call.limit.times} in ${call.limit.seconds} s per ${call.limit.per}`,
      ];
      const methods = call.alsoGet ? 'GET, POST' : (call.method ?? 'POST');
      return `| ${methods} ${call.path} | ${call.kind} | ${conditions.filter(Boolean).join('; ')} | ${call.summary} |`;
    });
    const table = [
      '# Who may call what',
      '',
      'Generated from the contract by `npx vitest run apps/server/src/http -u`. Review every change.',
      '',
      '| Access | Who may call it |',
      '|---|---|',
      '| `anyone` | visitors and users; handlers may check more, such as the key of a shared page |',
      '| `user` | every logged-in user |',
      '| `admin` | administrators of the site |',
      '| `auditor` | auditors and administrators: the console without secrets; never a command |',
      '| `item view`, `item edit` | who may read or edit the page, catalog or item of the ids in brackets |',
      '| `item manage`, `item own` | the owner of the item; `manage` not while it is archived |',
      '| `team own` | the owner of the team |',
      '| `owner of …` | the user to whom the object with that id belongs |',
      '| item API key and token | scripts with the key and token of the item |',
      '',
      '`scope` is what a personal access token needs; `scope none`: no such token is accepted. A token that',
      'is limited to items is accepted by calls on an item or a task, and by those with `item tokens',
      'narrowed`, which leave out everything else; it is not accepted with `item tokens refused`.',
      '',
      'A command runs in one transaction, a query in none. `confirmation`: the caller sends the password',
      'or a second factor, or has done so in this session within the last minutes; `each time`: with this',
      'call. `second factor` replaces the password for an account that has one. `password again`: the',
      'password alone. Scripts with a token confirm nothing in calls that have a scope. Limits count calls',
      'per user or per IP address.',
      '',
      '| Call | Kind | Access and further conditions | What it does |',
      '|---|---|---|---|',
      ...rows.toSorted(),
      '',
      '## SCIM',
      '',
      'Routes of RFC 7644, under `/scim/v2`. All of them need a SCIM token, which an administrator creates',
      'and which opens nothing else; no session and no personal access token is accepted. At most 6,000',
      'requests in 60 s per token.',
      '',
      '| Route | What it does |',
      '|---|---|',
      ...Object.values(scimRoutes).map(
        ({ method, path, summary }) => `| ${method} ${SCIM_PATH}${path} | ${summary} |`,
      ),
      '',
    ];
    await expect(table.join('\n')).toMatchFileSnapshot('../../../../docs/who-may-call-what.md');
  });
});

describe('mounting', () => {
  const peek = (access: Call['access']) =>
    defineCall({
      path: '/api/test/peek',
      kind: 'query',
      access,
      scope: access.who === 'auditor' ? 'admin' : 'read',
      summary: 'A call for this test.',
      request: z.object({ item_id: z.int() }),
      response: emptyObject,
    });
  const mount = (access: Call['access']) =>
    mountCalls(
      fastify(),
      { test: { peek: peek(access) } },
      { test: { peek: async () => ({}) } },
      {
        deps: site.deps,
        cookies: createCookies(false),
        visitPasses: createVisitPasses({
          cipher: site.deps.visitPassCipher,
          secure: false,
          now: site.deps.now,
        }),
      },
    );

  it.each([ownerOf('unknown' as 'device', 'item_id')])(
    'fails for an access without a guard: $who',
    (access) => {
      expect(() => mount(access)).toThrow('no guard for access');
    },
  );

  it('fails for a command that auditors may call', () => {
    const change = { ...peek(auditor), kind: 'command' as const };
    expect(() => assertGuarded(change)).toThrow('auditors change nothing');
    expect(() => mount(auditor)).not.toThrow();
  });

  it('fails for a scope that does not fit the access', () => {
    const read = peek(user);
    expect(() => assertGuarded({ ...read, scope: 'admin' })).toThrow('have the scope admin');
    expect(() => assertGuarded({ ...peek(auditor), scope: 'read' })).toThrow('the scope admin');
    expect(() => assertGuarded({ ...read, kind: 'command' })).toThrow('changes nothing');
    expect(() => assertGuarded({ ...read, reauth: 'password' })).toThrow('cannot replace');
    expect(() => assertGuarded({ ...read, access: itemToken('view') })).toThrow('cannot replace');
    expect(() => assertGuarded(read)).not.toThrow();
  });

  it('happens in one file: no other file registers an /api route', () => {
    const registrars = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => /^(?!testing\/).*(?<!\.test)\.ts$/.test(name))
      .filter((name) =>
        /\.(get|post|put|patch|delete|all|route)\(\s*(\{[^}]*url:\s*)?['"`]\/api|call\.aliases/.test(
          readFileSync(join(source, name), 'utf8'),
        ),
      );
    expect(registrars).toEqual(['http/mount-calls.ts']);
  });
});

describe('the API document', () => {
  it('is OpenAPI 3.1 and names every call with its access', async () => {
    const response = await site.app.inject('/api/openapi.json');
    const document = response.json<{
      paths: Record<
        string,
        Record<string, { 'x-access': string; security?: Record<string, string[]>[] }>
      >;
    }>();
    expect(await findOpenapiErrors(document)).toEqual([]);
    for (const [, call] of all) {
      const operation = document.paths[call.path]?.[(call.method ?? 'POST').toLowerCase()];
      expect(operation?.['x-access']).toBe(describeAccess(call.access));
      const token = operation?.security?.find((scheme) => 'accessToken' in scheme);
      expect(token).toEqual(call.scope === 'none' ? undefined : { accessToken: [call.scope] });
    }
  });

  it('has a readable page without any script', async () => {
    const { body } = await site.app.inject('/api/docs');
    expect(body).not.toContain('<script');
    for (const [, call] of all) expect(body).toContain(call.path);
  });
});
