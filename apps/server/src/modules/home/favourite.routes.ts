import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { favouriteRepository } from './favourite.repository.ts';
import { assertUser, createEntryFilter } from './home-entries.ts';

export const favouriteRoutes: Handlers<Calls['favourite']> = {
  list: async (ctx) => {
    const favourites = await favouriteRepository(ctx.deps.readDb).list(ctx.viewer.uid);
    return (await createEntryFilter(ctx, favourites))(favourites);
  },

  add: async ({ db, grant, viewer }, { page_id }) => {
    const { uid } = assertUser(viewer);
    const target = page_id ? { page_id } : { item_id: grant.itemId };
    const favourites = favouriteRepository(db);
    await favourites.add(uid, target);
    if (!(await favourites.has(uid, target))) throw new AppError('favouritesFull');
    return {};
  },

  /** Also of a page or an item that the user may no longer view. */
  delete: async ({ db, viewer }, target) => {
    await favouriteRepository(db).delete(viewer.uid, target);
    return {};
  },

  sort: async ({ db, viewer }, { favourites }) => {
    await favouriteRepository(db).saveOrder(viewer.uid, favourites);
    return {};
  },
};
