import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { deleteAttachment, getAllList } from './all-files.service.ts';
import { bindingPage, deleteMyAttachment, getMyList, getPages } from './library.service.ts';
import {
  deleteUploadFile,
  downloadFiles,
  downloadFilesByKey,
  uploadList,
  uploadListByKey,
} from './page-files.service.ts';
import { upload, uploadImg, uploadToLibrary } from './upload.service.ts';

export const attachmentRoutes: Handlers<Calls['attachment']> = {
  upload: uploadToLibrary,
  getMyList,
  getPages,
  deleteMyAttachment,
  bindingPage,
  getAllList,
  deleteAttachment,
};

/** The calls of the noun `page` that concern its files. */
export const pageFileRoutes = {
  upload,
  uploadImg,
  uploadList,
  uploadListByKey,
  downloadFiles,
  downloadFilesByKey,
  deleteUploadFile,
} satisfies Partial<Handlers<Calls['page']>>;
