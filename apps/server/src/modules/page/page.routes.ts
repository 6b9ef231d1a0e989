import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import {
  deleteUploadFile,
  downloadFiles,
  downloadFilesByKey,
  uploadList,
  uploadListByKey,
} from '../attachment/page-files.service.ts';
import { upload, uploadImg } from '../attachment/upload.service.ts';
import { diff, history, updateHistoryComments } from './page-history.service.ts';
import { infoByKey, cachedInfo } from './page-info.service.ts';
import { answerLock, askLock, isLock, setLock } from './page-lock.service.ts';
import { remove, sort } from './page-tree.service.ts';
import { save } from './save-page.service.ts';
import { createSinglePage } from './share-page.service.ts';

export const pageRoutes: Handlers<Calls['page']> = {
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
  upload,
  uploadImg,
  uploadList,
  uploadListByKey,
  downloadFiles,
  downloadFilesByKey,
  deleteUploadFile,
};
