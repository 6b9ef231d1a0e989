import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

/** Locks use the database clock only, because the clocks of the processes may differ. */
const NOW = sql<Date>`clock_timestamp()`;
const LEASE = sql<Date>`clock_timestamp() + interval '300 seconds'`;
/** A request without an answer expires after 300 s, for the holder and the requester alike. */
const REQUEST_CUTOFF = sql<Date>`clock_timestamp() - interval '300 seconds'`;
/** Lease after a transfer: long enough to open the editor, short enough to free the page soon if the new holder does not. */
const TRANSFER_LEASE = sql<Date>`clock_timestamp() + interval '60 seconds'`;

interface AcquireOptions {
  readonly page_id: number;
  readonly uid: number;
  readonly lock_token: string;
  /** A renewal never takes the lock from a newer editor of the same user. */
  readonly isRenewal: boolean;
}

export const pageLockRepository = repository((db) => {
  const activeLocks = db.selectFrom('page_lock').where('page_lock.expire_time', '>', NOW);
  return {
    /** Returns false if another editor has the lock. A single statement, so only one of several concurrent requests succeeds. */
    async acquire({ page_id, uid, lock_token, isRenewal }: AcquireOptions) {
      const row = await db
        .insertInto('page_lock')
        .values({ page_id, uid, lock_token, addtime: NOW, expire_time: LEASE })
        .onConflict((conflict) =>
          conflict
            .column('page_id')
            .doUpdateSet((eb) => ({
              uid: eb.ref('excluded.uid'),
              lock_token: eb.ref('excluded.lock_token'),
              addtime: sql<Date>`case when page_lock.uid = excluded.uid and page_lock.expire_time > ${NOW}
                then page_lock.addtime else ${NOW} end`,
              expire_time: LEASE,
            }))
            .where(
              sql<boolean>`page_lock.expire_time <= ${NOW} or (page_lock.uid = excluded.uid
                and (not ${isRenewal}::boolean or page_lock.lock_token = excluded.lock_token))`,
            ),
        )
        .returning('page_id')
        .executeTakeFirst();
      if (!row) return false;
      await db
        .deleteFrom('page_lock_ask')
        .where('page_id', '=', page_id)
        .where('uid', '=', uid)
        .execute();
      return true;
    },

    async release(pageId: number, uid: number, lockToken: string | undefined) {
      await db
        .deleteFrom('page_lock')
        .where('page_id', '=', pageId)
        .where('uid', '=', uid)
        .$if(lockToken !== undefined, (query) => query.where('lock_token', '=', lockToken ?? ''))
        .execute();
    },

    /** Lists the active page locks of an item with the data needed to check whether their holders may edit. */
    listByItem: (itemId: number) =>
      activeLocks
        .innerJoin('page', 'page.page_id', 'page_lock.page_id')
        .innerJoin('user', 'user.uid', 'page_lock.uid')
        .select([
          'page_lock.page_id',
          'page_lock.uid',
          'page.top_cat_id',
          sql<boolean>`"user".disabled_time is not null`.as('is_disabled'),
        ])
        .where('page.item_id', '=', itemId)
        .execute(),

    async releaseAll(pageIds: readonly number[]) {
      await db
        .deleteFrom('page_lock')
        .where(sql<boolean>`page_id = any(${pageIds}::bigint[])`)
        .execute();
    },

    async releaseByUser(...uids: readonly number[]) {
      await db.deleteFrom('page_lock').where('uid', 'in', uids).execute();
    },

    find: (pageId: number) =>
      activeLocks
        .innerJoin('user', 'user.uid', 'page_lock.uid')
        .select([
          'page_lock.uid',
          'page_lock.lock_token',
          'page_lock.addtime',
          'user.username',
          'user.name',
        ])
        .where('page_lock.page_id', '=', pageId)
        .executeTakeFirst(),

    /** Lists requests that have no answer yet. */
    listRequests: (pageId: number) =>
      db
        .selectFrom('page_lock_ask')
        .innerJoin('user', 'user.uid', 'page_lock_ask.uid')
        .select(['user.username', 'user.name', 'page_lock_ask.addtime'])
        .where('page_lock_ask.page_id', '=', pageId)
        .where('page_lock_ask.refused_time', 'is', null)
        .where('page_lock_ask.addtime', '>', REQUEST_CUTOFF)
        .orderBy('page_lock_ask.addtime')
        .execute(),

    /** Finds the user's own request if it is pending or was declined by the current holder. */
    findRequest: (pageId: number, uid: number) =>
      activeLocks
        .innerJoin('page_lock_ask', 'page_lock_ask.page_id', 'page_lock.page_id')
        .select('page_lock_ask.refused_time')
        .where('page_lock_ask.page_id', '=', pageId)
        .where('page_lock_ask.uid', '=', uid)
        .where((eb) =>
          eb.or([
            eb.and([
              eb('page_lock_ask.refused_time', 'is', null),
              eb('page_lock_ask.addtime', '>', REQUEST_CUTOFF),
            ]),
            eb('page_lock_ask.refused_time', '>=', eb.ref('page_lock.addtime')),
          ]),
        )
        .executeTakeFirst(),

    /** Stores a request if another user has the lock; a repeated request replaces the previous one. */
    async request(pageId: number, uid: number) {
      const row = await db
        .insertInto('page_lock_ask')
        .columns(['page_id', 'uid'])
        .expression(
          activeLocks
            .select(['page_lock.page_id', sql<number>`${uid}::bigint`.as('uid')])
            .where('page_lock.page_id', '=', pageId)
            .where('page_lock.uid', '!=', uid),
        )
        .onConflict((conflict) =>
          conflict.columns(['page_id', 'uid']).doUpdateSet({ addtime: NOW, refused_time: null }),
        )
        .returning('uid')
        .executeTakeFirst();
      return row !== undefined;
    },

    async decline(pageId: number, username: string) {
      const row = await db
        .updateTable('page_lock_ask')
        .from('user')
        .set({ refused_time: NOW })
        .whereRef('user.uid', '=', 'page_lock_ask.uid')
        .where('page_lock_ask.page_id', '=', pageId)
        .where('user.username', '=', username)
        .returning('page_lock_ask.uid')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Assigns the lock to the requester in one statement, so that no other user can acquire it in between. */
    async transfer(pageId: number, uid: number, username: string, lockToken: string) {
      const row = await db
        .updateTable('page_lock')
        .from('page_lock_ask')
        .innerJoin('user', 'user.uid', 'page_lock_ask.uid')
        .set((eb) => ({
          uid: eb.ref('page_lock_ask.uid'),
          lock_token: lockToken,
          addtime: NOW,
          expire_time: TRANSFER_LEASE,
        }))
        .whereRef('page_lock_ask.page_id', '=', 'page_lock.page_id')
        .where('page_lock.page_id', '=', pageId)
        .where('page_lock.uid', '=', uid)
        .where('user.username', '=', username)
        .returning('page_lock.page_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async deleteExpired() {
      await db.deleteFrom('page_lock').where('expire_time', '<', NOW).execute();
    },
  };
});
