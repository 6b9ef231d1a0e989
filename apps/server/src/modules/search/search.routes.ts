import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { all } from './search-all.service.ts';
import { searchMissRepository } from './search-miss.repository.ts';

export const searchRoutes: Handlers<Calls['search']> = {
  all,
  misses: ({ db }, { count }) => searchMissRepository(db).list(count),
};
