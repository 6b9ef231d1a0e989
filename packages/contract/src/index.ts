import * as catalog from './catalog.contract.ts';
import * as common from './common.contract.ts';
import * as itemGroup from './item-group.contract.ts';
import * as item from './item.contract.ts';
import * as notice from './notice.contract.ts';
import * as page from './page.contract.ts';
import * as recycle from './recycle.contract.ts';
import * as scriptCron from './script-cron.contract.ts';
import * as update from './update.contract.ts';
import * as user from './user.contract.ts';

/** The one table of all calls: `calls.noun.verb`. */
export const calls = {
  user,
  common,
  item,
  itemGroup,
  catalog,
  notice,
  page,
  recycle,
  scriptCron,
  update,
};

export type Calls = typeof calls;
