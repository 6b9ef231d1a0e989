import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import {
  countMatches,
  getRun,
  getRuns,
  listGroups,
  listTeams,
  loadConfig,
  saveConfig,
  start,
} from './admin-directory.service.ts';

export const adminDirectoryRoutes: Handlers<Calls['adminDirectory']> = {
  loadConfig,
  saveConfig,
  countMatches,
  listGroups,
  listTeams,
  start,
  getRuns,
  getRun,
};
