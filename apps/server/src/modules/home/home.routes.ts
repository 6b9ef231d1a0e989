import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { findChanges } from './changes.service.ts';
import { favouriteRepository } from './favourite.repository.ts';
import { assertUser, createEntryFilter } from './home-entries.ts';
import { recentViewRepository } from './recent-view.repository.ts';
import { userVisitRepository } from './user-visit.repository.ts';

/** The number of pages in the overview. */
const RECENT_IN_OVERVIEW = 5;
const CHANGES_IN_OVERVIEW = 6;

export const homeRoutes: Handlers<Calls['home']> = {
  open: async (ctx) => {
    const { db, deps } = ctx;
    const { uid } = ctx.viewer;
    const visits = userVisitRepository(db);
    const visit = (await visits.findPresent(uid)) ?? (await visits.touch(uid));
    const { readDb } = deps;
    const favourites = await favouriteRepository(readDb).list(uid);
    const viewed = await recentViewRepository(readDb).list(uid);
    const toVisible = await createEntryFilter(ctx, [...favourites, ...viewed]);
    const recent = toVisible(viewed);
    const changes = await findChanges(deps, ctx.viewer, visit.changes_since);
    return {
      is_first_visit: visit.is_first,
      favourites: toVisible(favourites),
      recent: recent.slice(0, RECENT_IN_OVERVIEW),
      has_more_recent: recent.length > RECENT_IN_OVERVIEW,
      changes: {
        total: changes.total,
        seen_until: changes.seen_until,
        items: changes.items(),
        pages: await changes.pages(0, CHANGES_IN_OVERVIEW),
      },
    };
  },

  viewed: async ({ db, grant, viewer }, { page_id }) => {
    const { uid } = assertUser(viewer);
    const view = { uid, itemId: page_id ? null : grant.itemId, pageId: page_id ?? null };
    const { isFavourite, isPresent } = await recentViewRepository(db).record(view);
    if (!isPresent) await userVisitRepository(db).touch(uid);
    return { is_favourite: isFavourite };
  },

  recent: async (ctx) => {
    const viewed = await recentViewRepository(ctx.deps.readDb).list(ctx.viewer.uid);
    return (await createEntryFilter(ctx, viewed))(viewed);
  },

  changes: async ({ deps, viewer }, { page, count }) => {
    const visit = await userVisitRepository(deps.readDb).find(viewer.uid);
    if (!visit) return { total: 0, seen_until: null, pages: [] };
    const { total, seen_until, pages } = await findChanges(deps, viewer, visit.changes_since);
    return { total, seen_until, pages: await pages((page - 1) * count, count) };
  },

  markSeen: async ({ db, viewer }, { seen_until }) => {
    await userVisitRepository(db).markSeen(viewer.uid, new Date(seen_until));
    return {};
  },
};
