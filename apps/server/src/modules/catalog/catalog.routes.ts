import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { branch, catListGroup, catListName, getPagesBycat } from './catalog-list.service.ts';
import { copy } from './copy-catalog.service.ts';
import { remove } from './delete-catalog.service.ts';
import { batUpdate, save } from './save-catalog.service.ts';

export const catalogRoutes: Handlers<Calls['catalog']> = {
  catListGroup,
  catListName,
  branch,
  getPagesBycat,
  save,
  delete: remove,
  batUpdate,
  copy,
};
