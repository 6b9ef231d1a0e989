import type { OwnerGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';

interface NewTemplate {
  readonly uid: number;
  readonly template_title: string;
  readonly template_content: string;
}

export const templateRepository = repository((db) => ({
  list: (uid: number) =>
    db
      .selectFrom('template')
      .select(['id', 'template_title', 'template_content', 'addtime'])
      .where('uid', '=', uid)
      .orderBy('id', 'desc')
      .execute(),

  async count(uid: number) {
    const { count } = await db
      .selectFrom('template')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow();
    return count;
  },

  async findOwner(id: number) {
    const row = await db
      .selectFrom('template')
      .select('uid')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.uid;
  },

  async insert(template: NewTemplate) {
    const { id } = await db
      .insertInto('template')
      .values(template)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },

  async delete({ id }: OwnerGrant<'template'>) {
    await db.deleteFrom('template').where('id', '=', id).execute();
  },
}));
