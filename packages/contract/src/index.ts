import * as common from './common.contract.ts';
import * as scriptCron from './script-cron.contract.ts';
import * as update from './update.contract.ts';
import * as user from './user.contract.ts';

/** The one table of all calls: `calls.noun.verb`. */
export const calls = { user, common, scriptCron, update };

export type Calls = typeof calls;
