import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { all } from './search-all.service.ts';

export const searchRoutes: Handlers<Calls['search']> = {
  all,
  misses: ({ repos }, { count }) => repos.searchMisses.list(count),
};
