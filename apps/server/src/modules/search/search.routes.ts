import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { backlinks } from './backlinks.service.ts';
import { all } from './search-all.service.ts';
import { searchMissRepository } from './search-miss.repository.ts';
import { suggest } from './suggest-pages.service.ts';

export const searchRoutes: Handlers<Calls['search']> = {
  all,
  misses: ({ db }, { count }) => searchMissRepository(db).list(count),
};

/** The calls of the noun `page` that find pages for links. */
export const linkedPageRoutes = { suggest, backlinks } satisfies Partial<Handlers<Calls['page']>>;
