import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import { siteSettings } from './setting.ts';
import type { SiteSettings } from './setting.ts';

const SETUP_LINK = 'setup_link_hash';

export const settingRepository = repository((db) => {
  const load = async (): Promise<SiteSettings> => {
    const rows = await db.selectFrom('setting').select(['name', 'value']).execute();
    return siteSettings.parse(Object.fromEntries(rows.map((row) => [row.name, row.value])));
  };
  return {
    load,

    /** Loads the settings under a lock, so that concurrent saves of parts of a form do not overwrite each other. */
    async loadForUpdate(): Promise<SiteSettings> {
      await sql`select pg_advisory_xact_lock(hashtextextended('settings', 12))`.execute(db);
      return load();
    },

    async save(change: Partial<SiteSettings>) {
      const rows = Object.entries(change).map(([name, value]) => ({
        name,
        value: JSON.stringify(value),
      }));
      if (rows.length === 0) return;
      await db
        .insertInto('setting')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({ value: sql`excluded.value` }),
        )
        .execute();
    },

    async saveIfAbsent(change: Partial<SiteSettings>) {
      const rows = Object.entries(change).map(([name, value]) => ({
        name,
        value: JSON.stringify(value),
      }));
      await db
        .insertInto('setting')
        .values(rows)
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
    },

    /** True for the process that inserted the hash; only that process logs the link. */
    async insertSetupLink(hash: string) {
      const row = await db
        .insertInto('setting')
        .values({ name: SETUP_LINK, value: JSON.stringify(hash) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('name')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Deletes the setup link; false if the hash does not match. */
    async consumeSetupLink(hash: string) {
      const row = await db
        .deleteFrom('setting')
        .where('name', '=', SETUP_LINK)
        .where(sql<boolean>`value = ${JSON.stringify(hash)}::jsonb`)
        .returning('name')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
});
