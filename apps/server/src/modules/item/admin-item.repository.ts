import { MAX_COUNTED_ROWS } from '@octavo/contract/limits';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { repository } from '../../db/repository.ts';
import { loadRowCount, searchByName, rowCount } from '../../db/search-by-name.ts';
import { nearerEnd } from '../../db/slice.ts';
import type { Slice } from '../../db/slice.ts';
import { isPrivate } from '../../access/item-columns.ts';
import { hasTeamRight, teamMembersWithItems } from '../../access/team-rights.ts';

const NOT_DELETED = sql`del_time is null`;
const DELETED = sql`del_time is not null`;
const NAME = sql`lower(item_name)`;

interface ItemSearch {
  readonly word: string;
  /** Owners to search; undefined: all. */
  readonly uids: readonly number[] | undefined;
  readonly isDeleted: boolean;
}

/** Queries on items for the administration console. */
export const adminItemRepository = repository((db) => {
  /** Searches the items of a few owners; the limit applies to each owner, so one with many items does not slow it down. */
  async function searchByOwner({ word, uids, isDeleted }: ItemSearch, { offset, count }: Slice) {
    const { rows } = await sql<{ item_id: number }>`
      select item_id from unnest(${uids}::bigint[]) as owner (uid), lateral (
        select item_id from item
        where item.uid = owner.uid and ${isDeleted ? DELETED : NOT_DELETED}
          and (${word} = '' or strpos(${NAME}, ${word}) > 0)
        order by item_id desc limit ${MAX_COUNTED_ROWS}
      ) as owned order by item_id desc limit ${MAX_COUNTED_ROWS}`.execute(db);
    const ids = rows.map(({ item_id }) => item_id);
    return { ids: ids.slice(offset, offset + count), total: ids.length };
  }

  /** Selects the rows of the list for items that match the condition on `item_id`, newest first. */
  const selectRows = (condition: RawBuilder<unknown>) =>
    db
      .selectFrom('item')
      .innerJoin('user', 'user.uid', 'item.uid')
      .select(['item.item_id', 'item.item_name', 'item.item_domain', 'item.item_type', isPrivate])
      .select(['item.is_archived', 'item.addtime', 'item.del_time', 'user.username'])
      .select([
        sql<number>`(select count(*)::int from page
          where page.item_id = item.item_id and page.del_time is null)`.as('page_count'),
        // Members and members of linked teams, each counted once, without the owner.
        sql<number>`(select count(*)::int from (
            select uid from item_member where item_member.item_id = item.item_id
            union
            select team_member.uid from ${teamMembersWithItems}
            where team_item.item_id = item.item_id and ${hasTeamRight}
          ) as member where member.uid <> item.uid)`.as('member_num'),
      ])
      .where(sql<boolean>`item.item_id ${condition}`)
      .orderBy('item.item_id', 'desc');

  return {
    count: (isDeleted: boolean) => loadRowCount(db, isDeleted ? 'deleted item' : 'item'),

    /** Returns one of the first pages of the list together with the total count. */
    listFirst: (isDeleted: boolean, { offset, count }: Pick<Slice, 'offset' | 'count'>) =>
      selectRows(sql`in (select item_id from item where ${isDeleted ? DELETED : NOT_DELETED}
        order by item_id desc limit ${count} offset ${offset})`)
        .select(rowCount(isDeleted ? 'deleted item' : 'item').as('total'))
        .execute(),

    /** Returns any page of the list; the ids come from an index-only scan that starts at the nearer end. */
    listSlice(isDeleted: boolean, slice: Slice) {
      const { direction, skip: offset, limit } = nearerEnd(slice);
      const condition = isDeleted ? DELETED : NOT_DELETED;
      return selectRows(
        sql`in (select item_id from item where ${condition}
          order by item_id ${direction} limit ${limit} offset ${offset})`,
      ).execute();
    },

    search(search: ItemSearch, slice: Slice) {
      if (search.uids) return searchByOwner(search, slice);
      const where = search.isDeleted ? DELETED : NOT_DELETED;
      const items = { table: sql`item`, id: sql`item_id`, names: [NAME], where };
      return searchByName(db, items, search.word, slice);
    },

    list: (itemIds: readonly number[]) => selectRows(sql`= any(${itemIds}::bigint[])`).execute(),

    async markDeleted(itemId: number) {
      await db
        .updateTable('item')
        .set({ del_time: sql`now()` })
        .where('item_id', '=', itemId)
        .where('del_time', 'is', null)
        .execute();
    },

    /** Returns undefined if there is nothing to recover. Clears the domain if another item uses it by now. */
    async recover(itemId: number) {
      const { rows } = await sql<{ uid: number; item_domain: string }>`
        update item set del_time = null, last_update_time = now(), tree_version = tree_version + 1,
          item_domain = case when exists (
            select from item as other where other.del_time is null and other.item_domain <> ''
              and lower(other.item_domain) = lower(item.item_domain)
          ) then '' else item_domain end
        where item_id = ${itemId} and del_time is not null
        returning uid, item_domain`.execute(db);
      return rows[0];
    },
  };
});
