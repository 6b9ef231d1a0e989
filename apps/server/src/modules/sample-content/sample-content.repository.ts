import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { repository } from '../../db/repository.ts';

const CREATED_SETTING = 'first_items_made';

export const sampleContentRepository = repository((db) => ({
  findFirstAdmin: () =>
    db
      .selectFrom('user')
      .select(['uid', 'username'])
      .where('groupid', '=', ADMIN_GROUP)
      .where('disabled_time', 'is', null)
      .orderBy('uid')
      .limit(1)
      .executeTakeFirst(),

  /**
   * True once per site. A concurrent call waits for the other transaction to end, and gets true only if that one rolls
   * back.
   */
  async claim() {
    const row = await db
      .insertInto('setting')
      .values({ name: CREATED_SETTING, value: JSON.stringify(true) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    return row !== undefined;
  },
}));
