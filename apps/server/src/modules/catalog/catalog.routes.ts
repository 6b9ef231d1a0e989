import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { branch, catListGroup, catListName, getPagesBycat } from './catalog-list.service.ts';
import { copy } from './copy-catalog.service.ts';
import { deleteMany, remove } from './delete-catalog.service.ts';
import { moveCatalogs, movePages } from './move-tree.service.ts';
import { batUpdate, save } from './save-catalog.service.ts';
import { search } from './search-catalogs.service.ts';
import { undoMove } from './undo-move.service.ts';

export const catalogRoutes: Handlers<Calls['catalog']> = {
  catListGroup,
  catListName,
  branch,
  getPagesBycat,
  save,
  delete: remove,
  batUpdate,
  copy,
  search,
  move: moveCatalogs,
  undoMove,
  deleteMany,
};

/** The call of the noun `page` that needs the tree of catalogs. */
export const pageMoveRoutes = { move: movePages } satisfies Partial<Handlers<Calls['page']>>;
