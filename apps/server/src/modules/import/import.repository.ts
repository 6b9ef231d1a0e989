import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import type { Scope } from '../../access/scope.ts';
import { repository } from '../../db/repository.ts';
import type { Schema } from '../../db/schema.ts';
import { visiblePages } from '../../access/visible-pages.ts';

type Action = Schema['import_entry']['action'];
type Choice = Schema['import_entry']['choice'];

interface NewEntry {
  readonly at: number;
  readonly action: Action;
  readonly choice: Choice;
  readonly source_key: string;
  readonly cat_name: string;
  readonly page_title: string;
  readonly page_id: number | null;
  readonly base_version: number | null;
  readonly author_username: string;
}

interface WrittenEntry {
  readonly at: number;
  readonly page_id: number;
  readonly written_version: number;
  readonly former_source_hash: Buffer | null;
  readonly former_written_hash: Buffer | null;
}

interface ImportBase {
  readonly source_key: string;
  readonly page_id: number;
  readonly source_hash: Buffer;
  readonly written_hash: Buffer;
}

/** Rows per statement; fewer for rows with texts, to limit a statement to some megabytes. */
const BATCH_SIZE = 2000;
const TEXT_BATCH_SIZE = 50;

function* batches<T>(rows: readonly T[], size = BATCH_SIZE) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null;

/** Import plans, their results, and the hashes that the last imports wrote. */
export const importRepository = repository((db) => ({
  /** Raises the idle timeout, because a large import derives texts between its statements. */
  async extendIdleTimeout() {
    await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(db);
  },

  /** The existing pages of the item, with which the plan compares. */
  listExistingPages: (grant: ItemGrant) =>
    visiblePages(db, grant)
      .select([
        'page_id',
        'page_title',
        'page_type',
        'cat_id',
        'top_cat_id',
        'version',
        'author_username',
      ])
      .orderBy('s_number')
      .orderBy('page_id')
      .execute(),

  listBases: (grant: ItemGrant) =>
    db
      .selectFrom('import_page')
      .select(['source_key', 'page_id', 'source_hash', 'written_hash'])
      .where('item_id', '=', grant.itemId)
      .execute(),

  /** Hashes of the current title and text of these pages. */
  async listHashes(grant: ItemGrant, pageIds: readonly number[]) {
    const hashRows: { page_id: number; hash: Buffer }[] = [];
    for (const batch of batches(pageIds))
      hashRows.push(
        ...(await visiblePages(db, grant)
          .innerJoin('page_body', 'page_body.page_id', 'page.page_id')
          .select([
            'page.page_id',
            sql<Buffer>`sha256(convert_to(page_title || E'\n' || page_content, 'UTF8'))`.as('hash'),
          ])
          .where(sql<boolean>`page.page_id = any(${batch}::bigint[])`)
          .execute()),
      );
    return new Map(hashRows.map(({ page_id, hash }) => [page_id, hash]));
  },

  async replaceEntries(taskId: number, entries: readonly NewEntry[]) {
    await db.deleteFrom('import_entry').where('task_id', '=', taskId).execute();
    for (const batch of batches(entries))
      await sql`
          insert into import_entry (task_id, at, action, choice, source_key, cat_name, page_title,
            page_id, base_version, author_username)
          select ${taskId}, sent.* from unnest(
            ${batch.map((entry) => entry.at)}::int[],
            ${batch.map((entry) => entry.action)}::text[],
            ${batch.map((entry) => entry.choice)}::text[],
            ${batch.map((entry) => entry.source_key)}::text[],
            ${batch.map((entry) => entry.cat_name)}::text[],
            ${batch.map((entry) => entry.page_title)}::text[],
            ${batch.map((entry) => entry.page_id)}::bigint[],
            ${batch.map((entry) => entry.base_version)}::int[],
            ${batch.map((entry) => entry.author_username)}::text[]
          ) as sent`.execute(db);
  },

  /** Stores the planned texts. They are deleted with their entries, or after the plan is applied. */
  async insertTexts(
    taskId: number,
    texts: ReadonlyMap<number, { readonly page_content: string; readonly page_type: number }>,
  ) {
    for (const batch of batches([...texts], TEXT_BATCH_SIZE))
      await sql`
          insert into import_text (task_id, at, page_content, page_type)
          select ${taskId}, sent.* from unnest(
            ${batch.map(([at]) => at)}::int[],
            ${batch.map(([, text]) => text.page_content)}::text[],
            ${batch.map(([, text]) => text.page_type)}::smallint[]
          ) as sent`.execute(db);
  },

  async deleteTexts(taskId: number) {
    await db.deleteFrom('import_text').where('task_id', '=', taskId).execute();
  },

  /** An existing page of a plan with its planned text. */
  findPlannedText: (grant: ItemGrant, taskId: number, at: number) =>
    visiblePages(db, grant)
      .innerJoin('import_entry', 'import_entry.page_id', 'page.page_id')
      .innerJoin('import_text', (join) =>
        join
          .onRef('import_text.task_id', '=', 'import_entry.task_id')
          .onRef('import_text.at', '=', 'import_entry.at'),
      )
      .leftJoin('import_page', (join) =>
        join
          .onRef('import_page.item_id', '=', 'page.item_id')
          .onRef('import_page.page_id', '=', 'page.page_id'),
      )
      .select([
        'page.page_id',
        'page.page_type',
        'import_entry.action',
        'import_entry.base_version',
        'import_entry.page_title',
        'import_text.page_content',
        'import_page.written_hash',
      ])
      .where('import_entry.task_id', '=', taskId)
      .where('import_entry.at', '=', at)
      .executeTakeFirst(),

  /** A page that the plan adds. */
  findAddedText: (taskId: number, at: number) =>
    db
      .selectFrom('import_entry')
      .innerJoin('import_text', (join) =>
        join
          .onRef('import_text.task_id', '=', 'import_entry.task_id')
          .onRef('import_text.at', '=', 'import_entry.at'),
      )
      .select(['import_entry.page_title', 'import_text.page_content', 'import_text.page_type'])
      .where('import_entry.task_id', '=', taskId)
      .where('import_entry.at', '=', at)
      .where('import_entry.action', '=', 'add')
      .executeTakeFirst(),

  /** Stores the choices for conflicts; returns the number of undecided ones. */
  async saveChoices(
    taskId: number,
    choices: readonly (readonly [number, NonNullable<Choice>])[],
    others: NonNullable<Choice> | undefined,
  ) {
    await sql`
        update import_entry set choice = sent.choice
        from unnest(${choices.map(([at]) => at)}::int[], ${choices.map(([, choice]) => choice)}::text[])
          as sent (at, choice)
        where task_id = ${taskId} and import_entry.at = sent.at and action = 'conflict'`.execute(
      db,
    );
    if (others)
      await db
        .updateTable('import_entry')
        .set({ choice: others })
        .where('task_id', '=', taskId)
        .where('action', '=', 'conflict')
        .where('choice', 'is', null)
        .execute();
    const { open } = await db
      .selectFrom('import_entry')
      .select((select) => select.fn.countAll<number>().as('open'))
      .where('task_id', '=', taskId)
      .where('action', '=', 'conflict')
      .where('choice', 'is', null)
      .executeTakeFirstOrThrow();
    return open;
  },

  listEntries: (taskId: number) =>
    db.selectFrom('import_entry').selectAll().where('task_id', '=', taskId).orderBy('at').execute(),

  /** A page of the plan's entries, optionally of one action; conflicts come first. */
  async listEntriesPage(
    taskId: number,
    view: Scope,
    filter: { action?: Action | undefined; skipped: boolean; page: number; count: number },
  ) {
    const rows = db
      .selectFrom('import_entry')
      .where('task_id', '=', taskId)
      .$if(view !== 'all', (query) =>
        query.where(
          sql<boolean>`(page_id is null or exists (
              select from page where page.page_id = import_entry.page_id
                and top_cat_id = any(${view === 'none' ? [] : view}::bigint[])
            ))`,
        ),
      )
      .$if(filter.action !== undefined, (query) =>
        query.where('action', '=', filter.action ?? 'add'),
      )
      .$if(filter.skipped, (query) => query.where('is_skipped', '=', true));
    const { total } = await rows
      .select((select) => select.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const list = await rows
      .select([
        'at',
        'action',
        'choice',
        'cat_name',
        'page_title',
        'page_id',
        'base_version',
        'author_username',
        'is_skipped',
      ])
      .select(({ exists, selectFrom, ref }) =>
        exists(
          selectFrom('import_text')
            .select('import_text.at')
            .where('import_text.task_id', '=', taskId)
            .where('import_text.at', '=', ref('import_entry.at')),
        )
          .$castTo<boolean>()
          .as('is_shown'),
      )
      .orderBy(sql`array_position(array['conflict', 'change', 'add', 'left', 'keep'], action)`)
      .orderBy('at')
      .limit(filter.count)
      .offset((filter.page - 1) * filter.count)
      .execute();
    return { list, total };
  },

  /** Stores the result of each written entry. */
  async saveWritten(taskId: number, writtenEntries: readonly WrittenEntry[]) {
    for (const batch of batches(writtenEntries))
      await sql`
          update import_entry set page_id = sent.page_id, written_version = sent.version,
            former_source_hash = decode(sent.source, 'hex'),
            former_written_hash = decode(sent.written, 'hex')
          from unnest(
            ${batch.map((row) => row.at)}::int[],
            ${batch.map((row) => row.page_id)}::bigint[],
            ${batch.map((row) => row.written_version)}::int[],
            ${batch.map((row) => hex(row.former_source_hash))}::text[],
            ${batch.map((row) => hex(row.former_written_hash))}::text[]
          ) as sent (at, page_id, version, source, written)
          where task_id = ${taskId} and import_entry.at = sent.at`.execute(db);
  },

  async setSkipped(taskId: number, at: readonly number[]) {
    await db
      .updateTable('import_entry')
      .set({ is_skipped: true })
      .where('task_id', '=', taskId)
      .where(sql<boolean>`at = any(${at}::int[])`)
      .execute();
  },

  /** Replaces the bases of these pages: a page has one base, even if its source key has changed. */
  async saveBases(itemId: number, bases: readonly ImportBase[]) {
    for (const batch of batches(bases))
      await sql`
          with other as (
            delete from import_page
            where item_id = ${itemId} and page_id = any(${batch.map((base) => base.page_id)}::bigint[])
              and source_key <> all(${batch.map((base) => base.source_key)}::text[])
          )
          insert into import_page (item_id, source_key, page_id, source_hash, written_hash)
          select ${itemId}, source_key, page_id, decode(source, 'hex'), decode(written, 'hex')
          from unnest(
            ${batch.map((base) => base.source_key)}::text[],
            ${batch.map((base) => base.page_id)}::bigint[],
            ${batch.map((base) => hex(base.source_hash))}::text[],
            ${batch.map((base) => hex(base.written_hash))}::text[]
          ) as sent (source_key, page_id, source, written)
          on conflict (item_id, source_key) do update set page_id = excluded.page_id,
            source_hash = excluded.source_hash, written_hash = excluded.written_hash`.execute(db);
  },

  async deleteBases(itemId: number, sourceKeys: readonly string[]) {
    await db
      .deleteFrom('import_page')
      .where('item_id', '=', itemId)
      .where(sql<boolean>`source_key = any(${sourceKeys}::text[])`)
      .execute();
  },

  /** Moves pages to the recycle bin and stores their old locations. */
  async recycle(
    { itemId }: ItemGrant,
    pages: readonly { readonly page_id: number; readonly old_place: string }[],
    username: string,
  ) {
    await sql`
        update page set del_time = now(), del_by_username = ${username}, unique_key = null,
          old_place = sent.old_place
        from unnest(
          ${pages.map((page) => page.page_id)}::bigint[],
          ${pages.map((page) => page.old_place)}::text[]
        ) as sent (page_id, old_place)
        where page.page_id = sent.page_id and page.item_id = ${itemId}
          and page.del_time is null`.execute(db);
  },

  /** The catalogs among these that are empty. */
  async listEmptyCatalogs({ itemId }: ItemGrant, catIds: readonly number[]) {
    const { rows } = await sql<{ cat_id: number }>`
        select cat_id from catalog
        where item_id = ${itemId} and cat_id = any(${catIds}::bigint[])
          and not exists (select from catalog child where child.parent_cat_id = catalog.cat_id)
          and not exists (
            select from page where page.cat_id = catalog.cat_id and page.del_time is null
          )`.execute(db);
    return rows.map((row) => row.cat_id);
  },
}));
