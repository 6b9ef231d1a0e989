import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { itemGroupRepository } from './item-group.repository.ts';

export const itemGroupRoutes: Handlers<Calls['itemGroup']> = {
  getList: async ({ db, viewer }) => {
    const groups = await itemGroupRepository(db).list(viewer.uid);
    return groups.map((group) => ({ ...group, item_ids: group.item_ids.join(',') }));
  },

  save: async ({ db, viewer }, { id, group_name, item_ids }) => {
    if (group_name === '') throw new AppError('invalidRequest', { field: 'group_name' });
    if (id === 0) {
      if (group_name === undefined) throw new AppError('invalidRequest', { field: 'group_name' });
      return { id: await itemGroupRepository(db).insert(viewer.uid, group_name, item_ids ?? []) };
    }
    if (group_name === undefined && item_ids === undefined)
      throw new AppError('invalidRequest', { field: 'body' });
    const change = { ...(group_name && { group_name }), ...(item_ids && { item_ids }) };
    if (!(await itemGroupRepository(db).update(viewer.uid, id, change)))
      throw new AppError('notFound');
    return { id };
  },

  delete: async ({ db, grant }) => {
    await itemGroupRepository(db).delete(grant);
    return {};
  },

  /** Rejects the whole order if one group does not belong to the user. */
  saveSort: async ({ db, viewer }, { groups }) => {
    const ids = new Set(groups.map(({ id }) => id));
    if (ids.size !== groups.length) throw new AppError('invalidRequest', { field: 'groups' });
    if ((await itemGroupRepository(db).saveSort(viewer.uid, groups)) !== groups.length)
      throw new AppError('notFound');
    return {};
  },
};
