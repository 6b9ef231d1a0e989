import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashAllTables } from '../helpers/database-content.ts';
import { countQueries } from '../helpers/count-queries.ts';
import { makeLoggedInUser, makeVisitor } from '../helpers/factories.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

interface RequestLine {
  readonly route?: string;
  readonly queries?: number;
}

function loggedQueryCounts(path: string): (number | undefined)[] {
  const lines = site.logLines.map((line) => JSON.parse(line) as RequestLine);
  return lines.filter((line) => line.route === path).map((line) => line.queries);
}

describe('the calls that ShowDoc clients send on login', () => {
  const legacyCalls = [calls.scriptCron.run, calls.update.checkDb];
  it.each(legacyCalls)(
    'answer a thousand concurrent requests without a query: $path',
    async (call) => {
      const before = await hashAllTables(site.database);
      const answers = await Promise.all(
        Array.from({ length: 1000 }, () => site.app.inject({ method: 'GET', url: call.path })),
      );
      for (const { body } of answers)
        expect(body).toBe('{"error_code":0,"error_message":"","data":{}}');
      const queries = loggedQueryCounts(call.path);
      expect(queries).toHaveLength(1000);
      expect(new Set(queries)).toEqual(new Set([0]));
      expect(await hashAllTables(site.database)).toEqual(before);
    },
  );

  it('query only the session of a logged-in user and the settings, and neither while they are cached', async () => {
    const { client } = await makeLoggedInUser(site);
    const earlierCount = loggedQueryCounts(calls.scriptCron.run.path).length;
    expect(await countQueries(site, () => client.callOk(calls.scriptCron.run, {}))).toBe(0);
    const queries = loggedQueryCounts(calls.scriptCron.run.path).slice(earlierCount);
    for (const count of queries) expect(count).toBeLessThanOrEqual(2);
  });
});

describe('a QR code', () => {
  const { qrcode } = calls.common;
  const foreignUrls = [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://evil.test/',
    '//evil.test/',
    'evil.test',
    'http://octavo.test.evil.test/',
    'http://octavo.test@evil.test/',
    'http://mei@octavo.test/',
    'http://evil.test/http://octavo.test/',
    'http://evil.test#http://octavo.test/',
    'https://octavo.test/',
    'http://octavo.test:81/',
    'http://octavo.tes/',
    'blob:http://octavo.test/1',
    'file:///etc/passwd',
    '/item/1',
    '',
  ];
  it.each(foreignUrls)('is not drawn for %j', async (url) => {
    expect(await makeVisitor(site).call(qrcode, { url })).toMatchObject({
      error_code: 10101,
      data: null,
    });
  });

  it('of the site’s own URL is a PNG with nosniff', async () => {
    const url = 'http://octavo.test/1/2';
    const answer = await makeVisitor(site).request({
      method: 'GET',
      url: qrcode.path,
      query: { url },
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.rawPayload.subarray(1, 4).toString()).toBe('PNG');
  });
});
