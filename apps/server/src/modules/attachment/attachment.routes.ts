import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { deleteAttachment, getAllList } from './all-files.service.ts';
import { bindingPage, deleteMyAttachment, getMyList, getPages } from './library.service.ts';
import { uploadToLibrary } from './upload.service.ts';

export const attachmentRoutes: Handlers<Calls['attachment']> = {
  upload: uploadToLibrary,
  getMyList,
  getPages,
  deleteMyAttachment,
  bindingPage,
  getAllList,
  deleteAttachment,
};
