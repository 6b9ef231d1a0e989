import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { expectWithin } from '../../../tests/helpers/nightly.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

/** A small number by default; the nightly run uses a million. */
const ROWS = Number(process.env['FILE_ROWS'] ?? 3000);
const PEOPLE = 50;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

/** Files of 50 users. Every fourth is a picture, and each name has a number and one of five words. */
async function makeFiles(uids: readonly number[]) {
  const step = 50_000;
  for (let from = 0; from < ROWS; from += step)
    await site.database.query(
      `insert into upload_file (file_key, object_key, uid, item_id, display_name, file_type,
         file_size, store)
       select md5(n::text), md5(n::text), ($1::bigint[])[1 + n % $2], 0,
         (array['order', '订单状态', 'invoice', 'settlement', 'fixtures'])[1 + n % 5] || '-' || n
           || case when n % 4 = 0 then '.png' else '.pdf' end,
         case when n % 4 = 0 then 'image/png' else 'application/pdf' end, 1000 + n % 1000, 'local'
       from generate_series($3::int, $4::int) n`,
      [uids, PEOPLE, from + 1, Math.min(from + step, ROWS)],
    );
  await site.database.query('vacuum analyze upload_file');
}

describe(`lists of ${ROWS} files`, { timeout: 1_800_000 }, () => {
  it('load in less than a second for every page and filter', async () => {
    const admin = await makeLoggedInUser(site, { admin: true });
    const owner = await makeLoggedInUser(site);
    const others = Array.from({ length: PEOPLE - 1 }, (_, n) => `crowd${n}`);
    const made = await site.database.query<{ uid: string }>(
      `insert into "user" (username, username_key) select n, n from unnest($1::text[]) n
       returning uid`,
      [others],
    );
    await makeFiles([owner.uid, ...made.map(({ uid }) => Number(uid))]);
    const last = Math.ceil(ROWS / 7);
    const { getAllList, getMyList } = calls.attachment;
    const queries: Record<string, () => Promise<{ total: number; list: readonly unknown[] }>> = {
      'all, first page': () => admin.client.callOk(getAllList, {}),
      'all, last page': () => admin.client.callOk(getAllList, { page: last }),
      'all, middle page': () => admin.client.callOk(getAllList, { page: Math.ceil(last / 2) }),
      images: () => admin.client.callOk(getAllList, { attachment_type: 1 }),
      'of one user': () => admin.client.callOk(getAllList, { username: owner.username }),
      'a rare name': () => admin.client.callOk(getAllList, { display_name: `order-${ROWS}.` }),
      'an absent name': () => admin.client.callOk(getAllList, { display_name: 'nothing-like-it' }),
      'a frequent name': () => admin.client.callOk(getAllList, { display_name: 'invoice' }),
      'a frequent Chinese name': () => admin.client.callOk(getAllList, { display_name: '订单' }),
      'two letters': () => admin.client.callOk(getAllList, { display_name: 'oi' }),
      'my own': () => owner.client.callOk(getMyList, {}),
      'own files by name': () => owner.client.callOk(getMyList, { display_name: 'settle' }),
    };
    const times: Record<string, number> = {};
    const totals: Record<string, number> = {};
    for (const [name, runQuery] of Object.entries(queries)) {
      await runQuery();
      const startedAt = performance.now();
      const { total, list } = await runQuery();
      times[name] = Math.round(performance.now() - startedAt);
      totals[name] = total;
      expect([name, list.length > 0]).toEqual([name, total > 0]);
    }
    console.log(JSON.stringify({ rows: ROWS, times }, undefined, 1));
    expect(totals).toMatchObject({
      'all, first page': ROWS,
      images: Math.floor(ROWS / 4),
      'of one user': ROWS / PEOPLE,
      'a rare name': 1,
      'an absent name': 0,
      'a frequent name': Math.min(ROWS / 5, 1000),
      'my own': ROWS / PEOPLE,
    });
    expectWithin(Math.max(...Object.values(times)), 1000);
  });
});
