import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

export const captchaRepository = repository((db) => ({
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
}));
