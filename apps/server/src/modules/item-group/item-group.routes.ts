import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';

export const itemGroupRoutes: Handlers<Calls['itemGroup']> = {
  getList: async ({ repos, viewer }) => {
    const groups = await repos.itemGroups.list(viewer.uid);
    return groups.map((group) => ({ ...group, item_ids: group.item_ids.join(',') }));
  },

  save: async ({ repos, viewer }, { id, group_name, item_ids }) => {
    if (group_name === '') throw new AppError('invalidRequest', { field: 'group_name' });
    if (id === 0) {
      if (group_name === undefined) throw new AppError('invalidRequest', { field: 'group_name' });
      return { id: await repos.itemGroups.insert(viewer.uid, group_name, item_ids ?? []) };
    }
    if (group_name === undefined && item_ids === undefined)
      throw new AppError('invalidRequest', { field: 'body' });
    const change = { ...(group_name && { group_name }), ...(item_ids && { item_ids }) };
    if (!(await repos.itemGroups.update(viewer.uid, id, change))) throw new AppError('notFound');
    return { id };
  },

  delete: async ({ repos, grant }) => {
    await repos.itemGroups.delete(grant);
    return {};
  },

  /** Rejects the whole order if one group does not belong to the user. */
  saveSort: async ({ repos, viewer }, { groups }) => {
    const ids = new Set(groups.map(({ id }) => id));
    if (ids.size !== groups.length) throw new AppError('invalidRequest', { field: 'groups' });
    if ((await repos.itemGroups.saveSort(viewer.uid, groups)) !== groups.length)
      throw new AppError('notFound');
    return {};
  },
};
