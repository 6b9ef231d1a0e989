import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { duplicate } from './duplicate-page.service.ts';
import { deleteDraft, draftById, drafts, saveDraft } from './page-draft.service.ts';
import { diff, history, updateHistoryComments } from './page-history.service.ts';
import { infoByKey, cachedInfo, headings } from './page-info.service.ts';
import { answerLock, askLock, isLock, setLock } from './page-lock.service.ts';
import { remove, sort } from './page-tree.service.ts';
import { rename, save } from './save-page.service.ts';
import { createSinglePage } from './share-page.service.ts';

/**
 * The calls of the noun `page`; those of its files are in the module attachment, `move` is in the module catalog, and those
 * that find pages for links are in the module search.
 */
export const pageRoutes = {
  info: cachedInfo,
  infoByKey,
  headings,
  save,
  rename,
  duplicate,
  sort,
  saveDraft,
  drafts,
  draftById,
  deleteDraft,
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
