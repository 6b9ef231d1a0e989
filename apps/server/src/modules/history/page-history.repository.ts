import { sql } from 'kysely';
import type { SelectQueryBuilder } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';
import { isOlderThan } from '../../db/retention.ts';
import type { Schema } from '../../db/schema.ts';
import { visiblePages } from '../../access/visible-pages.ts';

interface EncodedVersion {
  readonly codec: number;
  readonly data: Buffer;
}

const VERSION_COLUMNS = [
  'page_history.page_history_id',
  'page_history.page_id',
  'page_history.version',
  'page_history.page_title',
  'page_history.author_username',
  'page_history.addtime',
  'page_history.page_comments',
] as const;

/**
 * A version expires so many days after it was replaced, not after it was saved: a user who changes an old page can
 * still restore the former text. Versions with a comment and those that an open draft is based on never expire. In the
 * SQL the version has the alias `version`.
 */
const isExpired = (days: number) => sql<boolean>`(
  ${isOlderThan(sql`version.addtime`, days)} and version.page_comments = ''
  and ${isOlderThan(
    sql`coalesce(
      (select newer.addtime from page_history newer
        where newer.page_id = version.page_id and newer.version > version.version
        order by newer.version limit 1),
      (select page.addtime from page where page.page_id = version.page_id))`,
    days,
  )}
  and not exists (select from page_draft
    where page_draft.page_id = version.page_id and page_draft.base_version = version.version
      and page_draft.closed_time is null))`;

export const pageHistoryRepository = repository((db) => {
  const versionsOf = (pages: SelectQueryBuilder<Schema, 'page', object>) =>
    pages.innerJoin('page_history', 'page_history.page_id', 'page.page_id');
  const previousVersions = (grant: ItemGrant, pageId: number) =>
    versionsOf(visiblePages(db, grant)).where('page.page_id', '=', pageId);

  /** The current version comes first and is the only one with `page_content`. */
  const chainOf = (
    pages: SelectQueryBuilder<Schema, 'page', object>,
    pageId: number,
    downTo: number,
  ) =>
    versionsOf(pages)
      .where('page.page_id', '=', pageId)
      .where('page_history.version', '>=', downTo)
      .select([
        ...VERSION_COLUMNS,
        'page_history.codec',
        'page_history.sha256',
        'page_history.data',
        sql<string | null>`null`.as('page_content'),
      ])
      .unionAll(
        pages
          .innerJoin('page_body', 'page_body.page_id', 'page.page_id')
          .where('page.page_id', '=', pageId)
          .select([
            sql<number>`0`.as('page_history_id'),
            'page.page_id',
            'page.version',
            'page.page_title',
            'page.author_username',
            'page.addtime',
            'page.page_comments',
            sql<number>`0`.as('codec'),
            sql<Buffer>`''::bytea`.as('sha256'),
            sql<Buffer>`''::bytea`.as('data'),
            'page_body.page_content',
          ]),
      )
      .orderBy('version', 'desc')
      .execute();

  return {
    /** Lists previous versions without content, newest first. */
    list: (grant: ItemGrant, pageId: number) =>
      previousVersions(grant, pageId)
        .select(VERSION_COLUMNS)
        .orderBy('page_history.version', 'desc')
        .execute(),

    /**
     * Lists the versions from the current one down to `downTo` (0: the oldest), newest first. A single statement reads
     * all, so no save can interfere.
     */
    listChain: (grant: ItemGrant, pageId: number, downTo: number) =>
      chainOf(visiblePages(db, grant), pageId, downTo),

    /** The same without a check of rights, for jobs. */
    listWholeChain: (pageId: number, downTo: number) =>
      chainOf(db.selectFrom('page'), pageId, downTo),

    /** How all previous versions are stored, newest first. */
    listStored: (pageId: number) =>
      db
        .selectFrom('page_history')
        .select(['version', 'codec', 'page_comments'])
        .where('page_id', '=', pageId)
        .orderBy('version', 'desc')
        .execute(),

    async listExpired(pageId: number, days: number) {
      const { rows } = await sql<{ version: number }>`
        select version.version from page_history version
        where version.page_id = ${pageId} and ${isExpired(days)}`.execute(db);
      return rows.map(({ version }) => version);
    },

    /** The pages with expired versions among `size` ids from `first` on. */
    async listPagesWithExpired(days: number, first: number, size: number) {
      const { rows } = await sql<{ page_id: number }>`
        select distinct version.page_id from page_history version
        where version.page_id >= ${first} and version.page_id < ${first + size} and ${isExpired(days)}
        order by version.page_id`.execute(db);
      return rows.map(({ page_id }) => page_id);
    },

    /** The first page with a history whose id is at least this; undefined if there is none. */
    async findPageFrom(first: number) {
      const row = await db
        .selectFrom('page_history')
        .select('page_id')
        .where('page_id', '>=', first)
        .orderBy('page_id')
        .limit(1)
        .executeTakeFirst();
      return row?.page_id;
    },

    /** The number of expired versions, at most `limit`. */
    async countExpired(days: number, limit: number) {
      if (days === 0) return 0;
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from (
          select from page_history version where ${isExpired(days)} limit ${limit}
        ) expired`.execute(db);
      return rows[0]?.count ?? 0;
    },

    async findVersion(grant: ItemGrant, pageId: number, historyId: number) {
      const row = await previousVersions(grant, pageId)
        .select('page_history.version')
        .where('page_history.page_history_id', '=', historyId)
        .executeTakeFirst();
      return row?.version;
    },

    /** Returns false if the page has no such version. */
    async setComments(pageId: number, historyId: number, comments: string) {
      const row = await db
        .updateTable('page_history')
        .set({ page_comments: comments })
        .where('page_history_id', '=', historyId)
        .where('page_id', '=', pageId)
        .returning('page_history_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async hasVersionBy(pageId: number, uid: number) {
      const row = await db
        .selectFrom('page_history')
        .select('page_history_id')
        .where('page_id', '=', pageId)
        .where('author_uid', '=', uid)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async delete(pageId: number, versions: readonly number[]) {
      await db
        .deleteFrom('page_history')
        .where('page_id', '=', pageId)
        .where(sql<boolean>`version = any(${versions}::int[])`)
        .execute();
    },

    async replaceEncoding(pageId: number, version: number, encoded: EncodedVersion) {
      await db
        .updateTable('page_history')
        .set({ codec: encoded.codec, data: encoded.data })
        .where('page_id', '=', pageId)
        .where('version', '=', version)
        .execute();
    },
  };
});
