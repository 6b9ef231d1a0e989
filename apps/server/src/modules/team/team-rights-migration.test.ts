import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/helpers/database.ts';
import type { TestDatabase } from '../../../tests/helpers/database.ts';
import { resolveRights } from '../../access/effective-rights.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { memberRepository } from '../../access/member.repository.ts';
import { readableItems } from '../../access/readable-items.ts';
import { covers, isNonEmpty } from '../../access/scope.ts';
import { connect } from '../../db/connect.ts';
import type { Connection, Database, Trx } from '../../db/connect.ts';
import { applyInTransaction, migrate, migrationFiles } from '../../db/migrate.ts';
import { withTransaction } from '../../db/repository.ts';

/** The nightly set `team-rights` has 2000 teams and 10,000 pairs: 20,000 links and 200,000 rows. */
const TEAMS = Number(process.env['TEAM_RIGHTS_TEAMS'] ?? 50);
const PAIRS = Number(process.env['TEAM_RIGHTS_PAIRS'] ?? 1000);
const LINKS_PER_TEAM = 10;
const MEMBERS_PER_TEAM = 11;
const ITEMS = TEAMS * 3;
const USERS = TEAMS * 2;
/** Few, so that many links connect a team and an item of one owner. */
const OWNERS = 4;
const BUGGY_PAIRS = 2000;

const MIGRATION = '0052-team-rights.sql';
const migrationUrl = new URL(`../../db/migrations/${MIGRATION}`, import.meta.url);

interface Pair {
  readonly uid: number;
  readonly item_id: number;
  readonly top_cat_id: number;
  readonly can_view: boolean;
  readonly can_edit: boolean;
}

/** A site of the version before the migration, with every kind of row, and some members without one. */
async function makeOldSite(client: pg.Client) {
  await client.query(`create table migration (name text primary key,
    addtime timestamptz not null default now())`);
  for (const name of (await migrationFiles).filter((each) => each < MIGRATION))
    await applyInTransaction(client, name);
  await client.query('select setseed(0.52)');
  await client.query(`
    insert into "user" (username, username_key)
    select 'user' || n, 'user' || n from generate_series(1, ${USERS}) n;
    insert into team (team_name, uid)
    select 'Team ' || n, 1 + floor(random() * ${OWNERS}) from generate_series(1, ${TEAMS}) n;
    insert into item (item_name, item_type, uid, is_archived, password_hash)
    select 'Item ' || n, case when random() < 0.05 then 3 else 1 end,
      1 + floor(random() * ${OWNERS}), (random() < 0.1)::int,
      case when random() < 0.9 then 'closed' end
    from generate_series(1, ${ITEMS}) n;
    insert into catalog (cat_id, item_id, cat_name, level, top_cat_id) overriding system value
    select n, 1 + (n - 1) / 2, 'Catalog ' || n, 1, n from generate_series(1, ${ITEMS * 2}) n;
    insert into page (item_id, cat_id, top_cat_id, page_title, author_username)
    select item_id, cat_id, top_cat_id, cat_name, 'author' from catalog
    union all select item_id, 0, 0, item_name, 'author' from item;
    insert into item_member (item_id, uid, member_group_id, cat_id)
    select distinct on (item_id, uid) item_id, uid, member_group_id, cat_id
    from (select item_id, 1 + floor(random() * ${USERS}) as uid,
        (random() < 0.5)::int as member_group_id,
        case when random() < 0.5 then 0 else item_id * 2 end as cat_id
      from item, generate_series(1, 2)) made;
    insert into team_member (team_id, uid)
    select id, 1 + (id * 7 + n * 13) % ${USERS} from team, generate_series(1, ${MEMBERS_PER_TEAM}) n
    on conflict do nothing;
    insert into team_item (team_id, item_id)
    select id, 1 + (id * 11 + n * 17) % ${ITEMS} from team, generate_series(1, ${LINKS_PER_TEAM}) n
    on conflict do nothing;
    insert into team_item_member (team_item_id, team_member_id, member_group_id, cat_id, is_active)
    select team_item.id, team_member.id, (random() < 0.4)::int,
      case when random() < 0.6 then 0 else item_id * 2 - (random() < 0.5)::int end,
      (random() < 0.8)::int
    from team_item join team_member using (team_id) where random() < 0.9;
    -- Many teams have members with the same right, as after linking.
    update team_item_member set member_group_id = 0, cat_id = 0, is_active = 1
    where team_item_id % 3 = 0;
    analyze;`);
}

/** Chooses random users and pages, half of the users as members of a team of the item. */
async function choosePairs(client: pg.Client) {
  await client.query(`
    create table pair as
      (select team_member.uid, page.item_id, page.top_cat_id
        from team_item join team_member using (team_id) join page using (item_id)
        order by random() limit ${PAIRS / 2})
      union all
      (select 1 + floor(random() * ${USERS}), item_id, top_cat_id from page, generate_series(1, 3)
        order by random() limit ${PAIRS / 2})`);
}

/** The rights of the chosen users and pages by the rule and the tables of the old version. */
async function listOldRights(client: pg.Client): Promise<Pair[]> {
  const { rows } = await client.query<Record<keyof Pair, string>>(`
    with membership as (
      select item_id, uid, member_group_id, cat_id from item_member
      union all
      select team_item.item_id, team_member.uid, part.member_group_id, part.cat_id
      from team_item_member part
      join team_item on team_item.id = part.team_item_id
      join team_member on team_member.id = part.team_member_id
      where part.is_active = 1
    ), given as (
      select pair.uid, pair.item_id, pair.top_cat_id,
        bool_or(true) as view, bool_or(member_group_id = 1) as edit
      from pair join membership using (uid, item_id)
      where membership.cat_id in (0, pair.top_cat_id)
      group by 1, 2, 3
    )
    select pair.uid, pair.item_id, pair.top_cat_id,
      (item.password_hash is null or item.uid = pair.uid or coalesce(given.view, false)) as can_view,
      (item.uid = pair.uid or coalesce(given.edit, false))
        and item.is_archived = 0 and item.item_type <> 3 as can_edit
    from pair join item using (item_id)
    left join given on given.uid = pair.uid and given.item_id = pair.item_id
      and given.top_cat_id = pair.top_cat_id
    order by 1, 2, 3`);
  return rows.map((row) => ({
    uid: Number(row.uid),
    item_id: Number(row.item_id),
    top_cat_id: Number(row.top_cat_id),
    can_view: Boolean(row.can_view),
    can_edit: Boolean(row.can_edit),
  }));
}

/** The pairs whose rights are different now, by the rule that authorization and the explanation of access use. */
async function listDifferences(db: Connection, pairs: readonly Pair[]): Promise<Pair[]> {
  const different: Pair[] = [];
  for (const pair of pairs) {
    const { uid, item_id, top_cat_id } = pair;
    const item = await itemRepository(db).findMeta(item_id);
    const memberships = await memberRepository(db).listMemberships(item_id, uid);
    if (!item) throw new Error(`item ${item_id} is missing`);
    const { view, edit } = resolveRights(item, uid, memberships, false);
    if (covers(view, top_cat_id) !== pair.can_view || covers(edit, top_cat_id) !== pair.can_edit)
      different.push(pair);
  }
  return different;
}

let database: TestDatabase;
let connection: Database;
let client: pg.Client;
let pairs: Pair[];
beforeAll(async () => {
  database = await createTestDatabase('empty');
  connection = connect(database.migrateUrl, 2);
  client = new pg.Client({ connectionString: database.migrateUrl });
  await client.connect();
  await makeOldSite(client);
  await choosePairs(client);
  pairs = await listOldRights(client);
}, 600_000);
afterAll(async () => {
  await client.end();
  await connection.close();
  await database.drop();
});

/** Pairs at equal distances: they are in the order of users. */
function someOf(all: readonly Pair[], count: number): Pair[] {
  const distance = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, at) => at % distance === 0);
}

class Rollback extends Error {}

/** How many of some pairs have other rights after a migration with a bug, which is rolled back. */
async function countWithBug(from: string | RegExp, to: string): Promise<number> {
  const correct = await readFile(migrationUrl, 'utf8');
  const buggy = correct.replace(from, to);
  expect(buggy).not.toBe(correct);
  let count = 0;
  const work = withTransaction(connection.db, async (trx: Trx) => {
    // The trigger has no effect on what is read.
    const [changes = ''] = buggy.split('create function');
    for (const statement of changes.split(';\n').filter((each) => each.includes('team_item')))
      await sql.raw(statement).execute(trx);
    count = (await listDifferences(trx, someOf(pairs, BUGGY_PAIRS))).length;
    throw new Rollback();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
  return count;
}

describe('the migration of team rights', () => {
  it('is not taken for correct with a bug in it', async () => {
    const bugs: Record<string, number> = {
      'members without a row follow the default': await countWithBug('part.id is null', 'false'),
      'exceptions with a catalog are removed': await countWithBug(' and part.cat_id = 0', ''),
      'exceptions with edit are removed': await countWithBug('part.member_group_id = 0 and ', ''),
      'members without access follow the default': await countWithBug(
        'part.is_active = team_item.is_active',
        'true',
      ),
      'all exceptions are removed': await countWithBug(
        /and part\.is_active = team_item[^;]*;/,
        ';',
      ),
    };
    for (const [bug, count] of Object.entries(bugs)) expect([bug, count > 0]).toEqual([bug, true]);
  }, 600_000);

  it('changes no rights, and makes only rows that differ exceptions', async () => {
    const { rows: before } = await client.query<{ links: string; rows: string }>(
      `select (select count(*) from team_item) as links,
        (select count(*) from team_item_member) as rows`,
    );
    // What a member who joins gets: by the statement of the old version.
    const { rows: joining } = await client.query<{ id: string; active: number }>(
      `select team_item.id, case when item.uid = team.uid and item.is_archived = 0 then 1 else 0 end
         as active
       from team_item join team on team.id = team_item.team_id join item using (item_id)
       order by team_item.id`,
    );
    const readable = await client.query<{ uid: string; item_id: string }>(
      `select distinct uid, item_id from (
         select uid, item_id from item
         union select item_member.uid, item_id from item_member
         union select team_member.uid, item_id from team_item_member part
           join team_item on team_item.id = part.team_item_id
           join team_member on team_member.id = part.team_member_id where part.is_active = 1
       ) mine where uid <= 20 order by uid, item_id`,
    );
    const startedAt = performance.now();
    await client.query('begin');
    await applyInTransaction(client, MIGRATION);
    await client.query('commit');
    const milliseconds = Math.round(performance.now() - startedAt);
    await migrate(database);

    const differences = await listDifferences(connection.db, pairs);
    const { rows: after } = await client.query<{ rows: string; same: string; without: string }>(
      `select count(*) as rows, count(*) filter (where part.is_active = team_item.is_active
           and (part.is_active = 0 or (part.member_group_id, part.cat_id)
             = (team_item.member_group_id, team_item.cat_id))) as same,
         count(*) filter (where part.is_active = 0) as without
       from team_item_member part join team_item on team_item.id = part.team_item_id
       where part.is_exception = 1`,
    );
    console.log(
      `${TEAMS} teams, ${before[0]?.links} links, ${before[0]?.rows} rows: migrated in ` +
        `${milliseconds} ms to ${after[0]?.rows} exceptions; ${pairs.length} pairs, ` +
        `${pairs.filter(({ can_view }) => can_view).length} readable, ` +
        `${pairs.filter(({ can_edit }) => can_edit).length} editable, ` +
        `${differences.length} different`,
    );
    expect(differences).toEqual([]);
    // Processes of the previous release give the same rights during the upgrade.
    expect(await listOldRights(client)).toEqual(pairs);
    expect(pairs).toHaveLength(PAIRS);
    expect(after[0]?.same).toBe('0');
    const { rows: defaults } = await client.query<{ id: string; active: number }>(
      `select id, is_active as active from team_item
       where member_group_id = 0 and cat_id = 0 order by id`,
    );
    expect(defaults).toEqual(joining);
    const listed: { uid: string; item_id: string }[] = [];
    for (let uid = 1; uid <= 20; uid += 1)
      for (const { itemId, view } of await readableItems(
        connection.db,
        { uid } as Parameters<typeof readableItems>[1],
        'mine',
      ))
        if (isNonEmpty(view)) listed.push({ uid: String(uid), item_id: String(itemId) });
    const inOrder = (rows: readonly { uid: string; item_id: string }[]) =>
      rows.map(({ uid, item_id }) => `${uid} ${item_id}`).toSorted();
    expect(inOrder(listed)).toEqual(inOrder(readable.rows));
  }, 600_000);

  // In small tables PostgreSQL rightly reads all rows.
  it.runIf(TEAMS >= 2000)('leaves queries of the rights of a user that use indexes', async () => {
    const queries: Record<string, (trx: Trx, pair: Pair) => Promise<unknown>> = {
      listMemberships: (trx, { uid, item_id }) =>
        memberRepository(trx).listMemberships(item_id, uid),
      lockMemberships: (trx, { uid, item_id }) =>
        memberRepository(trx).lockMemberships(item_id, uid),
      listWithMemberships: (trx, { uid }) => itemRepository(trx).listWithMemberships(uid),
      listAmong: (trx, { uid, item_id }) => itemRepository(trx).listAmong([item_id], uid),
      listByUser: (trx, { uid }) => itemRepository(trx).listByUser(uid, 0, false, undefined),
    };
    const scanned: string[] = [];
    for (const [name, query] of Object.entries(queries))
      await withTransaction(connection.db, async (trx: Trx) => {
        for (const pair of someOf(pairs, 20)) await query(trx, pair);
        const { rows } = await sql<{ relname: string; seq_scan: number }>`
          select relname::text, seq_scan from pg_stat_xact_user_tables
          where relname in ('team_member', 'team_item', 'team_item_member')
            and seq_scan > 0`.execute(trx);
        scanned.push(...rows.map(({ relname, seq_scan }) => `${name} ${relname} ${seq_scan}`));
      });
    expect(scanned).toEqual([]);
  });
});
