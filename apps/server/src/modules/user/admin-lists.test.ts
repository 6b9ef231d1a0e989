import { calls } from '@octavo/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser } from '../../../tests/helpers/factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

/** A small number on every change; a million in the nightly run. */
const ROWS = Number(process.env['ADMIN_ROWS'] ?? 2000);
const ROUNDS = process.env['ADMIN_ROWS'] ? 40 : 1;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

/**
 * Users with a number and one of four words in their names, each with one item. Of 1000 users one is disabled and one
 * an auditor, every third logs in by LDAP, every 500th has a second factor, and all but 50 were seen.
 */
async function makeRows() {
  const step = 50_000;
  for (let from = 0; from < ROWS; from += step)
    await site.database.query(
      `with made as (
         insert into "user" (username, username_key, name, email, groupid, disabled_time, last_login_time)
         select key, key, (array['', 'Mei Lin', '王静', 'Ada Okafor'])[1 + n % 4],
           case when n % 2 = 0 then key || '@mail.test' else '' end,
           case when n % 1000 = 1 then 3 else 2 end,
           case when n % 1000 = 2 then now() end,
           case when n > 50 then now() - make_interval(hours => n % 4000) end
         from (select n, (array['crowd', 'dock', 'harbor', 'pier'])[1 + n % 4] || '.' || n as key
           from generate_series($1::int, $2::int) n) as named
         returning uid, username
       )
       insert into item (item_name, uid)
       select (array['Order API ', '订单接口 ', 'Ledger ', 'Runbook '])[1 + uid % 4] || username, uid
       from made`,
      [from + 1, Math.min(from + step, ROWS)],
    );
  await site.database.query(
    `insert into outside_login (kind, outside_id, uid)
     select 'ldap', 'entry ' || uid, uid from "user" where uid % 3 = 0`,
  );
  const invited = `substring(username from '[0-9]+$')::int % 500 = 4`;
  await site.database.query(
    `delete from outside_login using "user" where "user".uid = outside_login.uid and ${invited}`,
  );
  await site.database.query(
    `insert into invitation (uid, email, account_uid, groupid, language, days, expire_time)
     select (select min(uid) from "user" where groupid = 1), email, uid, 2, 'en', 7, now() + interval '7 days'
     from "user" where ${invited}`,
  );
  await site.database.query(
    `insert into totp (uid, secret, confirmed_time)
     select uid, 'secret', now() from "user" where substring(username from '[0-9]+$')::int % 500 = 5`,
  );
  await site.database.query('vacuum analyze totp');
  await site.database.query('vacuum analyze invitation');
  await site.database.query('vacuum analyze outside_login');
  await site.database.query('vacuum analyze "user"');
  await site.database.query('vacuum analyze item');
}

function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

describe(`lists of ${ROWS} users and items`, { timeout: 3_600_000 }, () => {
  it('are as fast as short ones on every page and for every search', async () => {
    const { client, uid, username } = await makeLoggedInUser(site, { admin: true });
    // The factory creates a session without a login, and only a long run records its use.
    await site.database.query('update "user" set last_login_time = now() where uid = $1', [uid]);
    await makeRows();
    const last = Math.ceil(ROWS / 7);
    const users = (input: object) => client.callOk(calls.adminUser.getList, input);
    const items = (input: object) => client.callOk(calls.adminItem.getList, input);
    const asked: Record<string, () => Promise<{ total: number }>> = {
      'users, first page': () => users({}),
      'users, middle page': () => users({ page: Math.ceil(last / 2) }),
      'users, last page': () => users({ page: last }),
      'one user': () => users({ username }),
      'a rare user': () => users({ username: `.${ROWS - 1}` }),
      'a frequent word': () => users({ username: 'harbor' }),
      'a number in some usernames': () => users({ username: String(ROWS).slice(1, 4) }),
      'one character': () => users({ username: '王' }),
      'two characters': () => users({ username: '静m' }),
      'an absent word': () => users({ username: 'no-such-name' }),
      'part of all emails': () => users({ username: '@mail' }),
      'part of one email': () => users({ username: `.${ROWS}@ma` }),
      'by LDAP': () => users({ source: 'ldap' }),
      'with a password': () => users({ source: 'local' }),
      auditors: () => users({ groupid: 3 }),
      'active users': () => users({ state: 'active' }),
      'disabled users': () => users({ state: 'disabled' }),
      'invited users': () => users({ state: 'invited' }),
      'with a second factor': () => users({ second_factor: 'on' }),
      'without a second factor': () => users({ second_factor: 'off' }),
      'never seen': () => users({ last_seen: 'never' }),
      'seen this week': () => users({ last_seen: '7d' }),
      'disabled users by LDAP': () => users({ state: 'disabled', source: 'ldap' }),
      'by LDAP and never seen': () => users({ source: 'ldap', last_seen: 'never' }),
      'a frequent word of disabled users': () => users({ state: 'disabled', username: 'harbor' }),
      'items, first page': () => items({}),
      'items, middle page': () => items({ page: Math.ceil(last / 2) }),
      'items, last page': () => items({ page: last }),
      'items by name': () => items({ item_name: 'runbook' }),
      'items by a rare name': () => items({ item_name: `.${ROWS - 1}` }),
      'items by owner': () => items({ username: `pier.${ROWS - 1}` }),
      'deleted items': () => items({ is_del: true }),
    };
    const totals: Record<string, number> = {};
    const times: Record<string, number> = {};
    for (const [name, ask] of Object.entries(asked)) {
      totals[name] = (await ask()).total;
      const taken: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) taken.push(await measure(ask));
      times[name] = Math.round(percentile(taken, 0.99) * 10) / 10;
    }
    expect(totals).toMatchObject({
      'users, first page': ROWS + 1,
      'one user': 1,
      'a frequent word': Math.min(ROWS / 4, 1000),
      'one character': Math.min(ROWS / 4, 1000),
      'an absent word': 0,
      'part of all emails': Math.min(ROWS / 2, 1000),
      'part of one email': 1,
      'with a password': 1,
      auditors: Math.min(ROWS / 1000, 1000),
      'active users': 1000,
      'disabled users': Math.min(ROWS / 1000, 1000),
      'invited users': Math.min(ROWS / 500, 1000),
      'with a second factor': Math.min(ROWS / 500, 1000),
      'without a second factor': 1000,
      'never seen': 50,
      'items, first page': ROWS,
      'deleted items': 0,
    });
    if (!process.env['ADMIN_ROWS']) return;

    // The baseline: the plain SQL statements for the same rows, without the server.
    const bare = new pg.Client({ connectionString: site.database.databaseUrl });
    await bare.connect();
    const total = (kind: string) => ({
      name: 'total',
      text: 'select sum(number) from row_tally where kind = $1',
      values: [kind],
    });
    const people = `select uid, username, name, email, email_verify, groupid, reg_time, last_login_time
      from "user"`;
    const rows = `select item.*, username, (select count(*) from page where page.item_id = item.item_id
        and page.del_time is null), (select count(*) from item_member m where m.item_id = item.item_id)
      from item join "user" using (uid)`;
    const pieces = 'name_pieces($1, 3, 3)';
    const statements: Record<string, pg.QueryConfig[]> = {
      'users, first page': [
        { name: 'users', text: `${people} order by uid desc limit 7` },
        total('user'),
      ],
      'items, first page': [
        { name: 'items', text: `${rows} where del_time is null order by item_id desc limit 7` },
        total('item'),
      ],
      'a rare user': [
        {
          name: 'rare user',
          text: `${people} where name_pieces(username_key || E'\\n' || lower(name), 1, 3) @> ${pieces}
            and strpos(username_key || E'\\n' || lower(name), $1) > 0 order by uid desc limit 7`,
          values: [`.${ROWS - 1}`],
        },
      ],
      'items by a rare name': [
        {
          name: 'rare item',
          text: `${rows} where del_time is null and name_pieces(lower(item_name), 1, 3) @> ${pieces}
            and strpos(lower(item_name), $1) > 0 order by item_id desc limit 7`,
          values: [`.${ROWS - 1}`],
        },
      ],
    };
    const ratios: Record<string, string> = {};
    for (const [name, queries] of Object.entries(statements)) {
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < 300; round += 1) {
        ours.push(await measure(async () => asked[name]?.()));
        theirs.push(
          await measure(async () => {
            for (const query of queries) await bare.query(query);
          }),
        );
      }
      const [own, other] = [percentile(ours, 0.5), percentile(theirs, 0.5)];
      ratios[name] = `${(other / own).toFixed(2)} (${own.toFixed(2)} ms, ${other.toFixed(2)} ms)`;
    }
    console.log(JSON.stringify({ rows: ROWS, p99: times, ratios }, undefined, 1));
    await bare.end();
    expect(Math.max(...Object.values(times))).toBeLessThan(1000);
  });
});
