import { MEGABYTE } from '@octavo/contract/file-size';
import { DRAFT_RETENTION_DAYS, MAX_DRAFTS, MAX_DRAFTS_MB } from '@octavo/contract/limits';
import { sql } from 'kysely';
import type { NotNull } from 'kysely';
import type { OwnerGrant } from '../../access/grant.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import type { Param } from '../../db/prepared-query.ts';
import { repository } from '../../db/repository.ts';

/** A draft up to a revision. */
interface DraftRevision {
  readonly draft_id: string;
  readonly revision: number;
}

interface DraftText extends DraftRevision {
  readonly uid: number;
  readonly item_id: number;
  /** 0 for a new page. */
  readonly page_id: number;
  readonly cat_id: number | undefined;
  readonly page_title: string;
  readonly page_type: number;
  readonly page_content: string;
  readonly base_version: number | undefined;
  readonly replaced_drafts: readonly DraftRevision[];
}

/**
 * Closes drafts: their text is removed and their row stays, also if the draft is unknown, because a request with its
 * text may be late. A draft with a newer revision stays open.
 */
const closeDrafts = (
  uid: number,
  draftIds: readonly string[],
  revisions: readonly number[],
  condition = sql`true`,
) => sql`
  insert into page_draft as stored (uid, draft_id, item_name, page_title, page_type, page_content, revision,
    closed_time)
  select distinct on (draft_id) ${uid}::bigint, draft_id, '', '', 0, '', revision, clock_timestamp()
  from unnest(${draftIds}::uuid[], ${revisions}::int[]) as closed (draft_id, revision)
  where ${condition}
  order by draft_id, revision desc
  on conflict (uid, draft_id) do update set page_title = '', page_content = '', closed_time = clock_timestamp()
    where stored.closed_time is null and stored.revision <= excluded.revision`;

/**
 * Writes nothing if the draft is closed or newer, or if the user has too many drafts or too much text in them. The drafts
 * that it replaces do not count.
 */
const put = preparedQuery((_db, param: Param<DraftText>) => {
  const uid = param((draft) => draft.uid);
  const draft_id = param((draft) => draft.draft_id);
  const page_content = param((draft) => draft.page_content);
  const replacedIds = param((draft) => draft.replaced_drafts.map((replaced) => replaced.draft_id));
  const revisions = param((draft) => draft.replaced_drafts.map((replaced) => replaced.revision));
  const isReplaced = sql`exists (select from kept) and draft_id <> ${draft_id}`;
  return sql<{ revision: number }>`
    with kept as (
      insert into page_draft as stored (uid, draft_id, item_id, item_name, page_id, cat_id, page_title, page_type,
        page_content, base_version, revision)
      select ${uid}::bigint, ${draft_id}::uuid, item_id, item_name,
        (select page_id from page where page_id = ${param((draft) => draft.page_id)}),
        ${param((draft) => draft.cat_id ?? null)}::bigint, ${param((draft) => draft.page_title)},
        ${param((draft) => draft.page_type)}::smallint, ${page_content},
        ${param((draft) => draft.base_version ?? null)}::int, ${param((draft) => draft.revision)}::int
      from item, (
        select count(*) as count, coalesce(sum(octet_length(page_content)), 0) as bytes
        from page_draft
        where uid = ${uid} and closed_time is null and draft_id <> ${draft_id}
          and draft_id <> all(${replacedIds}::uuid[])
      ) as other
      where item_id = ${param((draft) => draft.item_id)}
        and other.bytes + octet_length(${page_content}) <= ${MAX_DRAFTS_MB * MEGABYTE}
        and (
          other.count < ${MAX_DRAFTS}
          or exists (select from page_draft where uid = ${uid} and draft_id = ${draft_id}))
      on conflict (uid, draft_id) do update set
        item_id = excluded.item_id, item_name = excluded.item_name, page_id = excluded.page_id,
        cat_id = excluded.cat_id, page_title = excluded.page_title, page_content = excluded.page_content,
        base_version = excluded.base_version, revision = excluded.revision, addtime = clock_timestamp()
        where stored.closed_time is null and stored.revision < excluded.revision
      returning revision
    ), replaced as (${closeDrafts(uid, replacedIds, revisions, isReplaced)})
    select revision from kept`;
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
      .where('closed_time', 'is', null)
      .$narrowType<{ item_id: NotNull }>();

  return {
    /** Returns false if nothing was stored. */
    async put(draft: DraftText) {
      return (await put(db, draft)).length > 0;
    },

    list: (uid: number) => open(uid).orderBy('addtime', 'desc').execute(),

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

    /** True if the draft was closed, or has this revision or a newer one. */
    async isObsolete(uid: number, { draft_id, revision }: DraftRevision) {
      const row = await db
        .selectFrom('page_draft')
        .select('uid')
        .where('uid', '=', uid)
        .where('draft_id', '=', draft_id)
        .where((eb) => eb.or([eb('closed_time', 'is not', null), eb('revision', '>=', revision)]))
        .executeTakeFirst();
      return row !== undefined;
    },

    async close(uid: number, drafts: readonly DraftRevision[]) {
      const ids = drafts.map(({ draft_id }) => draft_id);
      const revisions = drafts.map(({ revision }) => revision);
      await closeDrafts(uid, ids, revisions).execute(db);
    },

    async deleteExpired() {
      await sql`
        delete from page_draft
        where closed_time < now() - interval '1 day'
          or addtime < now() - ${DRAFT_RETENTION_DAYS} * interval '1 day'`.execute(db);
    },
  };
});
