import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

interface Answer {
  readonly page_id: number;
  readonly version: number;
}

/** Answers to saves by the client's own request id, so that a repeated request is not a second save. */
export function pageRequestRepository(db: Db) {
  return {
    /** False when the id was used before; a request with it that is under way is waited for. */
    async begin(uid: number, requestId: string) {
      const row = await db
        .insertInto('page_request')
        .values({ uid, request_id: requestId, page_id: 0, version: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .returning('uid')
        .executeTakeFirst();
      return row !== undefined;
    },

    async finish(uid: number, requestId: string, answer: Answer) {
      await db
        .updateTable('page_request')
        .set(answer)
        .where('uid', '=', uid)
        .where('request_id', '=', requestId)
        .execute();
    },

    getAnswer: (uid: number, requestId: string) =>
      db
        .selectFrom('page_request')
        .select(['page_id', 'version'])
        .where('uid', '=', uid)
        .where('request_id', '=', requestId)
        .executeTakeFirstOrThrow(),

    async deleteOld() {
      await db
        .deleteFrom('page_request')
        .where(sql<boolean>`addtime < now() - interval '24 hours'`)
        .execute();
    },
  };
}
