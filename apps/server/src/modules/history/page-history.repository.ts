import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';
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

export const pageHistoryRepository = repository((db) => {
  const previousVersions = (grant: ItemGrant, pageId: number) =>
    visiblePages(db, grant)
      .innerJoin('page_history', 'page_history.page_id', 'page.page_id')
      .where('page.page_id', '=', pageId);
  return {
    /** Lists previous versions without content, newest first. */
    list: (grant: ItemGrant, pageId: number) =>
      previousVersions(grant, pageId)
        .select(VERSION_COLUMNS)
        .orderBy('page_history.version', 'desc')
        .execute(),

    /**
     * Lists the versions from the current one down to `downTo` (0: the oldest), newest first. The current version comes
     * first and is the only one with `page_content`. A single statement reads all, so no save can interfere.
     */
    listChain: (grant: ItemGrant, pageId: number, downTo: number) =>
      previousVersions(grant, pageId)
        .where('page_history.version', '>=', downTo)
        .select([
          ...VERSION_COLUMNS,
          'page_history.codec',
          'page_history.sha256',
          'page_history.data',
          sql<string | null>`null`.as('page_content'),
        ])
        .unionAll(
          visiblePages(db, grant)
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
        .execute(),

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
