import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

export function captchaRepository(db: Db) {
  return {
    /** False if this captcha was used before, with a right or a wrong answer. */
    async markUsed(captchaId: string, expireTime: Date) {
      const row = await db
        .insertInto('spent_captcha')
        .values({ captcha_id: captchaId, expire_time: expireTime })
        .onConflict((conflict) => conflict.doNothing())
        .returning('captcha_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async deleteOld() {
      await db
        .deleteFrom('spent_captcha')
        .where('expire_time', '<', sql<Date>`now()`)
        .execute();
    },
  };
}
