import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { add } from './add-item.service.ts';
import { explainAccess } from './explain-access.service.ts';
import { cachedInfo, search } from './item-info.service.ts';
import { getKey, resetKey } from './item-key.service.ts';
import { archive, attorn, detail, remove, update } from './item-setting.service.ts';
import { exitItem, myList, sort } from './my-items.service.ts';
import { pwd } from './visit.service.ts';

export const itemRoutes: Handlers<Calls['item']> = {
  myList,
  add,
  detail,
  info: cachedInfo,
  pwd,
  sort,
  exitItem,
  search,
  update,
  delete: remove,
  archive,
  attorn,
  getKey,
  resetKey,
  explainAccess,
};
