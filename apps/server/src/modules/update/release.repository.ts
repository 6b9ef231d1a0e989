import type { UpdateError } from '@octavo/contract/admin-update.entities';
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { repository } from '../../db/repository.ts';

export const releaseRepository = repository((db) => ({
  async insertRequested(version: string, username: string) {
    await db.insertInto('release_run').values({ version, username }).execute();
  },

  /**
   * Must run in a transaction. If several processes start together, only the first one writes. Returns the release that
   * served before, empty if there was none; undefined if nothing has changed.
   */
  async recordServing(version: string): Promise<string | undefined> {
    await sql`lock table release_run in share row exclusive mode`.execute(db);
    const { rows } = await sql<{ release_run_id: number; version: string; isServed: boolean }>`
        select release_run_id, version, ready_time is not null as "isServed"
        from release_run order by release_run_id desc limit 1`.execute(db);
    const [last] = rows;
    if (last?.version === version && last.isServed) return undefined;
    const previous = await findServed(db);
    if (last?.version === version)
      await sql`
          update release_run set ready_time = clock_timestamp()
          where release_run_id = ${last.release_run_id}`.execute(db);
    else if (previous === version) {
      // The process runs the previous release again because the requested one failed to start.
      return undefined;
    } else
      await sql`
          insert into release_run (version, addtime, ready_time)
          select ${version}, served, served from clock_timestamp() served`.execute(db);
    return previous ?? '';
  },

  /** Newest first. */
  list: (limit: number) =>
    db
      .selectFrom('release_run')
      .select(['version', 'addtime', 'username'])
      .select(sql<number | null>`extract(epoch from ready_time - addtime)::float8`.as('seconds'))
      .orderBy('release_run_id', 'desc')
      .limit(limit)
      .execute(),

  async saveCheck(new_version: string, fault: UpdateError) {
    await sql`
        insert into update_check (addtime, new_version, fault)
        values (now(), ${new_version}, ${fault})
        on conflict (only_one) do update
        set addtime = excluded.addtime, new_version = excluded.new_version, fault = excluded.fault`.execute(
      db,
    );
  },

  findCheck: () =>
    db.selectFrom('update_check').select(['addtime', 'new_version', 'fault']).executeTakeFirst(),
}));

/** The newest release that has served. */
async function findServed(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`
    select version from release_run where ready_time is not null
    order by release_run_id desc limit 1`.execute(db);
  return rows[0]?.version;
}
