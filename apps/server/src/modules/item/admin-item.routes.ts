import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { attorn, deleteItem, getList, recoverItem } from './admin-item.service.ts';

export const adminItemRoutes: Handlers<Calls['adminItem']> = {
  getList,
  deleteItem,
  attorn,
  recoverItem,
};
