import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

interface SaveResult {
  readonly page_id: number;
  readonly version: number;
}

/** Stores the results of saves by the client's request id (idempotency key), so that a repeated request does not save twice. */
export const pageRequestRepository = repository((db) => ({
  /** Returns false if the id was used before; waits for a running request with the same id. */
  async begin(uid: number, requestId: string) {
    const row = await db
      .insertInto('page_request')
      .values({ uid, request_id: requestId, page_id: 0, version: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('uid')
      .executeTakeFirst();
    return row !== undefined;
  },

  async finish(uid: number, requestId: string, result: SaveResult) {
    await db
      .updateTable('page_request')
      .set(result)
      .where('uid', '=', uid)
      .where('request_id', '=', requestId)
      .execute();
  },

  getResult: (uid: number, requestId: string) =>
    db
      .selectFrom('page_request')
      .select(['page_id', 'version'])
      .where('uid', '=', uid)
      .where('request_id', '=', requestId)
      .executeTakeFirstOrThrow(),

  async deleteExpired() {
    await db
      .deleteFrom('page_request')
      .where(sql<boolean>`addtime < now() - interval '24 hours'`)
      .execute();
  },
}));
