import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { uploadToLibrary } from './upload.service.ts';

export const attachmentRoutes: Handlers<Calls['attachment']> = {
  upload: uploadToLibrary,
};
