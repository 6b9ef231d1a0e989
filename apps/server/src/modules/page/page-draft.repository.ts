import { MAX_DRAFTS } from '@octavo/contract/limits';
import { sql } from 'kysely';
import type { OwnerGrant } from '../../access/grant.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import type { Param } from '../../db/prepared-query.ts';
import { repository } from '../../db/repository.ts';

interface DraftKey {
  readonly uid: number;
  readonly draft_id: string;
}

interface DraftText extends DraftKey {
  readonly item_id: number;
  /** 0 for a new page. */
  readonly page_id: number;
  readonly cat_id: number | undefined;
  readonly page_title: string;
  readonly page_type: number;
  readonly page_content: string;
  readonly base_version: number | undefined;
  readonly revision: number;
}

const RETENTION_DAYS = 90;

/** Writes nothing if the draft is closed or newer, or if the user has too many drafts. */
const put = preparedQuery((_db, param: Param<DraftText>) => {
  const uid = param((draft) => draft.uid);
  const draft_id = param((draft) => draft.draft_id);
  return sql<{ revision: number }>`
    insert into page_draft as stored (uid, draft_id, item_id, item_name, page_id, cat_id, page_title, page_type,
      page_content, base_version, revision)
    select ${uid}::bigint, ${draft_id}::uuid, item_id, item_name,
      (select page_id from page where page_id = ${param((draft) => draft.page_id)}),
      ${param((draft) => draft.cat_id ?? null)}::bigint, ${param((draft) => draft.page_title)},
      ${param((draft) => draft.page_type)}::smallint, ${param((draft) => draft.page_content)},
      ${param((draft) => draft.base_version ?? null)}::int, ${param((draft) => draft.revision)}::int
    from item
    where item_id = ${param((draft) => draft.item_id)} and (
      exists (select from page_draft where uid = ${uid} and draft_id = ${draft_id})
      or (select count(*) from page_draft where uid = ${uid} and closed_time is null) < ${MAX_DRAFTS})
    on conflict (uid, draft_id) do update set
      item_id = excluded.item_id, item_name = excluded.item_name, page_id = excluded.page_id,
      cat_id = excluded.cat_id, page_title = excluded.page_title, page_content = excluded.page_content,
      base_version = excluded.base_version, revision = excluded.revision, addtime = clock_timestamp()
      where stored.closed_time is null and stored.revision < excluded.revision
    returning revision`;
});

const LISTED_COLUMNS = [
  'draft_id',
  'item_id',
  'item_name',
  'cat_id',
  'page_title',
  'page_type',
  'revision',
  'addtime',
] as const;

/** Drafts, always those of one user. Closed ones are never returned. */
export const pageDraftRepository = repository((db) => {
  const open = (uid: number) =>
    db
      .selectFrom('page_draft')
      .select((eb) => [
        ...LISTED_COLUMNS,
        eb.fn.coalesce('page_id', eb.lit(0)).as('page_id'),
        eb.fn.coalesce('base_version', eb.lit(0)).as('base_version'),
      ])
      .where('uid', '=', uid)
      .where('closed_time', 'is', null);

  return {
    /** Returns false if nothing was stored. */
    async put(draft: DraftText) {
      return (await put(db, draft)).length > 0;
    },

    list: (uid: number, itemId: number | undefined) =>
      open(uid)
        .$if(itemId !== undefined, (query) => query.where('item_id', '=', itemId ?? 0))
        .orderBy('addtime', 'desc')
        .execute(),

    find: (uid: number, { id }: OwnerGrant<'draft'>) =>
      open(uid).select('page_content').where('draft_id', '=', id).executeTakeFirst(),

    /** Returns the user if the draft is theirs: ids are unique per user, so the query depends on the caller. */
    async findOwner(uid: number, draftId: string) {
      const row = await db
        .selectFrom('page_draft')
        .select('uid')
        .where('uid', '=', uid)
        .where('draft_id', '=', draftId)
        .where('closed_time', 'is', null)
        .executeTakeFirst();
      return row?.uid;
    },

    /** True if the draft exists, open or closed. */
    async isKnown({ uid, draft_id }: DraftKey) {
      const row = await db
        .selectFrom('page_draft')
        .select('uid')
        .where('uid', '=', uid)
        .where('draft_id', '=', draft_id)
        .executeTakeFirst();
      return row !== undefined;
    },

    async count(uid: number) {
      const { count } = await db
        .selectFrom('page_draft')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('uid', '=', uid)
        .where('closed_time', 'is', null)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Removes the text of a draft. Its row stays, also if the draft is unknown: a request with its text may be late. */
    async close({ uid, draft_id }: DraftKey, itemId: number) {
      await sql`
        insert into page_draft (uid, draft_id, item_id, item_name, page_title, page_type, page_content, revision,
          closed_time)
        values (${uid}, ${draft_id}, ${itemId}, '', '', 0, '', 0, clock_timestamp())
        on conflict (uid, draft_id) do update set
          page_title = '', page_content = '', closed_time = clock_timestamp()`.execute(db);
    },

    async discard(uid: number, { id }: OwnerGrant<'draft'>) {
      await db
        .updateTable('page_draft')
        .set({ page_title: '', page_content: '', closed_time: sql<Date>`clock_timestamp()` })
        .where('uid', '=', uid)
        .where('draft_id', '=', id)
        .execute();
    },

    async deleteExpired() {
      await sql`
        delete from page_draft
        where closed_time < now() - interval '1 day'
          or addtime < now() - ${RETENTION_DAYS} * interval '1 day'`.execute(db);
    },
  };
});
