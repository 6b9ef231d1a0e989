import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { diff, history, updateHistoryComments } from './page-history.service.ts';
import { infoByKey, cachedInfo } from './page-info.service.ts';
import { answerLock, askLock, isLock, setLock } from './page-lock.service.ts';
import { remove, sort } from './page-tree.service.ts';
import { save } from './save-page.service.ts';
import { createSinglePage } from './share-page.service.ts';

/** The calls of the noun `page`, except those of its files, which are in the module attachment. */
export const pageRoutes = {
  info: cachedInfo,
  infoByKey,
  save,
  sort,
  history,
  updateHistoryComments,
  diff,
  delete: remove,
  createSinglePage,
  setLock,
  isLock,
  askLock,
  answerLock,
} satisfies Partial<Handlers<Calls['page']>>;
