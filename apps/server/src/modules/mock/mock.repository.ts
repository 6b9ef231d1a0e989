import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';

interface NewMock {
  readonly page_id: number;
  readonly uid: number;
  readonly unique_key: string;
  readonly template: string;
  /** Undefined: an existing mock keeps its path. */
  readonly path: string | undefined;
}

export const mockRepository = repository((db) => ({
  findByPage: ({ itemId }: ItemGrant, pageId: number) =>
    db
      .selectFrom('mock')
      .select(['page_id', 'template', 'path', 'unique_key'])
      .where('item_id', '=', itemId)
      .where('page_id', '=', pageId)
      .executeTakeFirst(),

  /** One mock per page; an update keeps its key. */
  save: ({ itemId }: ItemGrant, mock: NewMock) =>
    db
      .insertInto('mock')
      .values({ ...mock, path: mock.path ?? '/', item_id: itemId })
      .onConflict((conflict) =>
        conflict.column('page_id').doUpdateSet({
          item_id: itemId,
          template: mock.template,
          ...(mock.path !== undefined && { path: mock.path }),
          last_update_time: sql<Date>`now()`,
        }),
      )
      .returning(['page_id', 'path', 'unique_key'])
      .executeTakeFirstOrThrow(),

  findByKey: (uniqueKey: string) =>
    db
      .selectFrom('mock')
      .innerJoin('page', 'page.page_id', 'mock.page_id')
      .innerJoin('item', 'item.item_id', 'page.item_id')
      .select('mock.template')
      .where('mock.unique_key', '=', uniqueKey)
      .where('page.del_time', 'is', null)
      .where('item.del_time', 'is', null)
      .executeTakeFirst(),

  /** Private items only if the owner allowed it. If two pages have the same path, the older mock wins. */
  findByPath: (itemId: number, path: string) =>
    db
      .selectFrom('mock')
      .innerJoin('page', 'page.page_id', 'mock.page_id')
      .innerJoin('item', 'item.item_id', 'page.item_id')
      .leftJoin('mock_open', 'mock_open.item_id', 'item.item_id')
      .select(['mock.page_id', 'mock.template'])
      .where('page.item_id', '=', itemId)
      .where('mock.path', '=', path)
      .where('page.del_time', 'is', null)
      .where('item.del_time', 'is', null)
      .where((eb) =>
        eb.or([eb('item.password_hash', 'is', null), eb('mock_open.item_id', 'is not', null)]),
      )
      .orderBy('mock.addtime')
      .orderBy('mock.page_id')
      .limit(1)
      .executeTakeFirst(),

  async countVisit(pageId: number) {
    await db
      .updateTable('mock')
      .set({ view_times: sql<number>`view_times + 1` })
      .where('page_id', '=', pageId)
      .execute();
  },

  async isOpen({ itemId }: ItemGrant) {
    const row = await db
      .selectFrom('mock_open')
      .select('item_id')
      .where('item_id', '=', itemId)
      .executeTakeFirst();
    return row !== undefined;
  },

  async setOpen({ itemId }: ItemGrant, isOpen: boolean) {
    if (isOpen)
      await db
        .insertInto('mock_open')
        .values({ item_id: itemId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else await db.deleteFrom('mock_open').where('item_id', '=', itemId).execute();
  },
}));
