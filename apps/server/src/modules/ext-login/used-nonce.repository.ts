import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

export const usedNonceRepository = repository((db) => ({
  /** True only for the first request with this nonce, in any process. */
  async markUsed(nonceKey: string, seconds: number) {
    const row = await db
      .insertInto('spent_proof')
      .values({
        proof_id: nonceKey,
        expire_time: sql<Date>`now() + make_interval(secs => ${seconds})`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('proof_id')
      .executeTakeFirst();
    return row !== undefined;
  },

  async deleteOld() {
    await db
      .deleteFrom('spent_proof')
      .where('expire_time', '<', sql<Date>`now()`)
      .execute();
  },
}));
