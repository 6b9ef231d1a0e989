import { MAX_COUNTED_ROWS } from '@octavo/contract/limits';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ItemGrant, OwnerGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';
import { nearerEnd } from '../../db/slice.ts';
import type { Slice } from '../../db/slice.ts';
import { visiblePages } from '../../access/visible-pages.ts';

export interface FileFilter {
  /** Only files of this user; absent: files of all users. */
  readonly uid?: number | undefined;
  readonly isImage: boolean | undefined;
  /** A part of the name; empty for all. */
  readonly name: string;
}

export interface LibraryRow {
  readonly file_id: number;
  readonly file_key: string;
  readonly item_id: number;
  readonly display_name: string;
  readonly file_type: string;
  readonly file_size: number;
  readonly visit_times: number;
  readonly addtime: Date;
  readonly username: string | null;
  readonly page_count: number;
}

/** An item with pages that show a file. */
export interface ItemShowingFile {
  readonly item_id: number;
  readonly uid: number;
  readonly item_type: number;
  readonly is_archived: number;
  readonly is_private: boolean;
  /**
   * First-level catalogs of the pages that the file belongs to. Pages that only mention a file of a library or of another
   * item are excluded, because otherwise any reader could prevent its owner from deleting it.
   */
  readonly top_cat_ids: readonly number[];
}

/** Whether the n-gram index on file names can be used; shorter search terms need a scan. */
const HAS_NGRAM = /[ -~]{3}|.[^ -~]|[^ -~]./su;

const IS_IMAGE = sql`(file_type like 'image/%')`;

function filterCondition({ uid, isImage, name }: FileFilter): RawBuilder<boolean> {
  const parts = [
    uid !== undefined && sql`uid = ${uid}`,
    isImage !== undefined && sql`${IS_IMAGE} = ${isImage}`,
    HAS_NGRAM.test(name) && sql`file_name_grams(display_name) @> file_name_grams(${name})`,
    name !== '' && sql`strpos(lower(display_name), lower(${name})) > 0`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** Pages, not deleted, that show a file in their content or list it as an attachment. */
const PAGES_SHOWING_FILE = sql`
  from page_file join upload_file using (file_id) join page using (page_id)
    join page_body using (page_id)
  where page.del_time is null and (is_bound or strpos(page_content, file_key) > 0)`;

export const libraryRepository = repository((db) => ({
  async findOwner(fileId: number) {
    const row = await db
      .selectFrom('upload_file')
      .select('uid')
      .where('file_id', '=', fileId)
      .executeTakeFirst();
    return row?.uid ?? undefined;
  },

  /** Count and size of all files, read from `file_tally` instead of counting rows. */
  async loadTotals() {
    const { rows } = await sql<{ is_image: boolean; files: number; bytes: number }>`
        select is_image, sum(files)::bigint as files, sum(bytes)::bigint as bytes
        from file_tally group by is_image`.execute(db);
    return rows;
  },

  async count(filter: FileFilter) {
    const limit = filter.name === '' ? sql`` : sql`limit ${MAX_COUNTED_ROWS}`;
    const { rows } = await sql<{ total: number }>`
        select count(*)::int as total
        from (select 1 from upload_file where ${filterCondition(filter)} ${limit}) as found`.execute(
      db,
    );
    return rows[0]?.total ?? 0;
  },

  /** Newest first. The subquery needs only an index, so that skipping rows by offset is cheap. */
  async list(filter: FileFilter, slice: Slice): Promise<LibraryRow[]> {
    const { direction, skip: skipped, limit: taken } = nearerEnd(slice);
    const { rows } = await sql<LibraryRow>`
        select file_id, file_key, item_id, display_name, file_type, file_size, visit_times,
          upload_file.addtime, username,
          (select count(*)::int from page_file join page using (page_id)
            where page_file.file_id = shown.file_id and page.del_time is null) as page_count
        from (
          select file_id from upload_file where ${filterCondition(filter)}
          order by file_id ${direction} limit ${taken} offset ${skipped}
        ) as shown join upload_file using (file_id) left join "user" using (uid)
        order by file_id desc`.execute(db);
    return rows;
  },

  /** Total size of a user's files, and the bytes served from them in this month. */
  async loadUsage(uid: number) {
    const { rows } = await sql<{ used: number; served: number }>`
        select
          (select coalesce(sum(file_size), 0)::bigint from upload_file where uid = ${uid}) as used,
          coalesce((select bytes from file_traffic
            where uid = ${uid} and month = date_trunc('month', now() at time zone 'UTC')::date), 0)
            as served`.execute(db);
    return rows[0] ?? { used: 0, served: 0 };
  },

  /** Pages that show a file, without an access check: the caller must authorize each item. */
  async listPagesShowing({ id }: OwnerGrant<'attachment'>, limit: number) {
    const { rows } = await sql<{ page_id: number; item_id: number }>`
        select page.page_id, page.item_id ${PAGES_SHOWING_FILE} and page_file.file_id = ${id}
        order by page.page_id limit ${limit}`.execute(db);
    return rows;
  },

  /** Those of the pages that the grant allows to view. */
  listTitles: (grant: ItemGrant, pageIds: readonly number[]) =>
    visiblePages(db, grant)
      .innerJoin('item', 'item.item_id', 'page.item_id')
      .select(['page.page_id', 'page.page_title', 'item.item_id', 'item.item_name'])
      .where(sql<boolean>`page.page_id = any(${pageIds}::bigint[])`)
      .orderBy('page.page_id')
      .execute(),

  /** Locks the items, not deleted, that have pages which show the file. */
  async lockItemsShowing(fileId: number) {
    const { rows } = await sql<ItemShowingFile>`
        select item_id, uid, item_type, is_archived, password_hash is not null as is_private,
          to_json(array(
            select page.top_cat_id ${PAGES_SHOWING_FILE} and page_file.file_id = ${fileId}
              and page.item_id = item.item_id
              and (is_bound or upload_file.item_id = page.item_id)
          )) as top_cat_ids
        from item where del_time is null and item_id in (
          select page.item_id ${PAGES_SHOWING_FILE} and page_file.file_id = ${fileId}
        ) order by item_id for share`.execute(db);
    return rows;
  },
}));
