import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { checkUpdate, download, history, updateFiles } from './admin-update.service.ts';

export const adminUpdateRoutes: Handlers<Calls['adminUpdate']> = {
  checkUpdate,
  download,
  updateFiles,
  history,
};
