import { sql } from 'kysely';
import type { ItemGrant } from './grant.ts';
import type { ItemAccessFields, Membership } from './effective-rights.ts';
import { isPrivate } from './item-columns.ts';
import type { LockMode } from './item-columns.ts';
import { hasTeamRight, teamMembersWithItems, teamRightColumns } from './team-rights.ts';
import { repository } from '../db/repository.ts';
import { isOlderThan } from '../db/retention.ts';

interface NewItem {
  readonly item_name: string;
  readonly item_description: string;
  readonly item_domain: string;
  readonly item_type: number;
  readonly uid: number;
  readonly password_hash: string | null;
  readonly global_param?: Readonly<Record<string, unknown>> | undefined;
}

interface ItemChange {
  readonly item_name?: string;
  readonly item_description?: string;
  readonly item_domain?: string;
}

interface ItemWithMemberships extends ItemAccessFields {
  readonly item_id: number;
  readonly item_name: string;
  readonly memberships: readonly Membership[];
}

/** Maximum number of public items that a search over all public items covers. */
const MAX_PUBLIC_ITEMS = 10_000;

export const itemRepository = repository((db) => {
  const activeItems = db.selectFrom('item').where('item.del_time', 'is', null);
  const itemRows = activeItems.select([
    'item.item_id',
    'item.item_name',
    'item.item_description',
    'item.item_domain',
    'item.item_type',
    'item.uid',
    'item.is_archived',
    'item.addtime',
    'item.last_update_time',
    isPrivate,
  ]);
  return {
    findCatalogLocation: (catId: number) =>
      db
        .selectFrom('catalog')
        .select(['item_id', 'top_cat_id'])
        .where('cat_id', '=', catId)
        .executeTakeFirst(),

    /** Data of an item that authorization and every reader need; cached in each process. */
    findMeta: (itemId: number) =>
      activeItems
        .select([
          'item.item_id',
          'item.item_name',
          'item.item_description',
          'item.item_domain',
          'item.item_type',
          'item.uid',
          'item.is_archived',
          'item.password_version',
          'item.tree_version',
          'item.global_param',
          isPrivate,
        ])
        .where('item.item_id', '=', itemId)
        .executeTakeFirst(),

    /**
     * Locks an item until the transaction ends, so that its rights do not change. Content saves share the lock, a change
     * of the tree takes it exclusively.
     */
    lock(itemId: number, lockMode: LockMode) {
      const query = activeItems
        .select(['item.uid', 'item.item_type', 'item.is_archived', isPrivate])
        .where('item.item_id', '=', itemId);
      const locking = lockMode === 'tree' ? query.forNoKeyUpdate() : query.forShare();
      return locking.executeTakeFirst();
    },

    async findByDomain(domain: string) {
      const row = await activeItems
        .select('item.item_id')
        .where(sql<string>`lower(item.item_domain)`, '=', domain)
        .where('item.item_domain', '<>', '')
        .executeTakeFirst();
      return row?.item_id;
    },

    /** Lists the items a user owns or is a member of, in the user's order for that group. */
    listByUser: (
      uid: number,
      groupId: number,
      onlyOwn: boolean,
      itemIds: readonly number[] | undefined,
    ) =>
      itemRows
        .leftJoin('item_order', (join) =>
          join
            .onRef('item_order.item_id', '=', 'item.item_id')
            .on('item_order.uid', '=', uid)
            .on('item_order.item_group_id', '=', groupId),
        )
        .where((where) =>
          where.or([
            where('item.uid', '=', uid),
            ...(onlyOwn
              ? []
              : [
                  where.exists(
                    where
                      .selectFrom('item_member')
                      .select('item_member.item_id')
                      .whereRef('item_member.item_id', '=', 'item.item_id')
                      .where('item_member.uid', '=', uid),
                  ),
                  sql<boolean>`exists (
                    select from ${teamMembersWithItems}
                    where team_item.item_id = item.item_id and team_member.uid = ${uid}
                      and ${hasTeamRight})`,
                ]),
          ]),
        )
        .$if(itemIds !== undefined, (query) =>
          query.where(sql<boolean>`item.item_id = any(${itemIds})`),
        )
        .orderBy(sql`item_order.s_number asc nulls last`)
        .orderBy('item.item_id')
        .execute(),

    /**
     * Lists the items a user owns or is a member of, with the data needed to resolve the user's rights. A membership
     * that is limited to a catalog has no effect after the catalog has left the first level of its item.
     */
    async listWithMemberships(uid: number) {
      const result = await sql<ItemWithMemberships>`
        with membership as (
          select item_id, member_group_id, cat_id, null::bigint as team_id, false as is_exception
          from item_member where uid = ${uid}
          union all
          select team_item.item_id, ${teamRightColumns}, team_item.team_id, part.id is not null
          from ${teamMembersWithItems}
          where team_member.uid = ${uid} and ${hasTeamRight}
        ), grouped as (
          select item_id, json_agg(membership) as memberships from membership
          where cat_id = 0 or exists (
            select from catalog
            where catalog.cat_id = membership.cat_id and catalog.item_id = membership.item_id
              and catalog.level = 1
          )
          group by item_id
        ), mine as (
          select item_id from grouped union select item_id from item where uid = ${uid}
        )
        select item.item_id, item.item_name, item.item_type, item.uid, item.is_archived,
          item.password_hash is not null as is_private, coalesce(grouped.memberships, '[]') as memberships
        from mine join item using (item_id) left join grouped using (item_id)
        where item.del_time is null`.execute(db);
      return result.rows;
    },

    /** The same for the given items, whether or not the user has a part in them; undefined for a visitor. */
    async listAmong(itemIds: readonly number[], uid: number | undefined) {
      const ids = sql`any(${itemIds}::bigint[])`;
      const user = uid ?? null;
      const result = await sql<ItemWithMemberships>`
        with membership as (
          select item_id, member_group_id, cat_id, null::bigint as team_id, false as is_exception
          from item_member where uid = ${user} and item_id = ${ids}
          union all
          select team_item.item_id, ${teamRightColumns}, team_item.team_id, part.id is not null
          from ${teamMembersWithItems}
          where team_member.uid = ${user} and ${hasTeamRight} and team_item.item_id = ${ids}
        ), grouped as (
          select item_id, json_agg(membership) as memberships from membership group by item_id
        )
        select item.item_id, item.item_name, item.item_type, item.uid, item.is_archived,
          item.password_hash is not null as is_private, coalesce(grouped.memberships, '[]') as memberships
        from item left join grouped using (item_id)
        where item.item_id = ${ids} and item.del_time is null`.execute(db);
      return result.rows;
    },

    /** Lists public items that are not archived, most recently changed first. */
    listPublic: () =>
      activeItems
        .select([
          'item.item_id',
          'item.item_name',
          'item.item_type',
          'item.uid',
          'item.is_archived',
          isPrivate,
        ])
        .where('item.password_hash', 'is', null)
        .where('item.is_archived', '=', 0)
        .orderBy('item.last_update_time', 'desc')
        .limit(MAX_PUBLIC_ITEMS)
        .execute(),

    listNames: (itemIds: readonly number[]) =>
      activeItems
        .select(['item.item_id', 'item.item_name'])
        .where(sql<boolean>`item.item_id = any(${itemIds}::bigint[])`)
        .execute(),

    getDetail: (grant: ItemGrant) =>
      itemRows
        .innerJoin('user', 'user.uid', 'item.uid')
        .select('user.username')
        .where('item.item_id', '=', grant.itemId)
        .executeTakeFirstOrThrow(),

    findVisitPassword: (itemId: number) =>
      activeItems
        .select(['item.password_hash', 'item.password_version'])
        .where('item.item_id', '=', itemId)
        .executeTakeFirst(),

    async insert(item: NewItem) {
      const row = await db
        .insertInto('item')
        .values(item)
        .returning('item_id')
        .executeTakeFirstOrThrow();
      return row.item_id;
    },

    async update(grant: ItemGrant, change: ItemChange) {
      await db
        .updateTable('item')
        .set({ ...change, last_update_time: sql`now()` })
        .where('item_id', '=', grant.itemId)
        .execute();
    },

    /** Null makes the item public. Invalidates all visit passes. */
    async setVisitPassword(grant: ItemGrant, passwordHash: string | null) {
      await db
        .updateTable('item')
        .set({
          password_hash: passwordHash,
          password_version: sql`password_version + 1`,
          last_update_time: sql`now()`,
        })
        .where('item_id', '=', grant.itemId)
        .execute();
    },

    async incrementTreeVersion(itemId: number) {
      await db
        .updateTable('item')
        .set({ tree_version: sql`tree_version + 1`, last_update_time: sql`now()` })
        .where('item_id', '=', itemId)
        .execute();
    },

    async archive(grant: ItemGrant) {
      await db
        .updateTable('item')
        .set({ is_archived: 1, last_update_time: sql`now()` })
        .where('item_id', '=', grant.itemId)
        .execute();
    },

    async markDeleted(grant: ItemGrant) {
      await db
        .updateTable('item')
        .set({ del_time: sql`now()` })
        .where('item_id', '=', grant.itemId)
        .execute();
    },

    /** Returns false if `from` is no longer the owner, so only one of two concurrent transfers succeeds. */
    async changeOwner(itemId: number, from: number, to: number) {
      const row = await db
        .updateTable('item')
        .set({ uid: to, last_update_time: sql`now()` })
        .where('item_id', '=', itemId)
        .where('uid', '=', from)
        .where('del_time', 'is', null)
        .returning('item_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async saveOrder(uid: number, groupId: number, order: readonly (readonly [number, number])[]) {
      await db
        .deleteFrom('item_order')
        .where('uid', '=', uid)
        .where('item_group_id', '=', groupId)
        .execute();
      await sql`
        insert into item_order (uid, item_group_id, item_id, s_number)
        select ${uid}, ${groupId}, item_id, s_number
        from unnest(${order.map(([itemId]) => itemId)}::bigint[], ${order.map(([, at]) => at)}::int[])
          as sent (item_id, s_number)
        where exists (select from item where item.item_id = sent.item_id)`.execute(db);
    },

    /** Permanently deletes a batch of items that were deleted so many days ago, with all dependent rows. */
    async purge(days: number, limit: number): Promise<number> {
      const { rows } = await sql`
        delete from item where item_id in (
          select item_id from item where ${isOlderThan(sql`del_time`, days)} limit ${limit}
        ) returning item_id`.execute(db);
      return rows.length;
    },
  };
});
