import type { Config } from '../config.ts';
import { settingRepository } from '../modules/setting/setting.repository.ts';
import { recordAudit, runInTransaction } from './run-in-transaction.ts';
import type { Print } from './run-in-transaction.ts';

/** The emergency way in for administrators who are outside every allowed network. */
export function clearNetworks(config: Config, print: Print): Promise<number> {
  return runInTransaction(config, print, async (db) => {
    const settings = settingRepository(db);
    const stored = await settings.loadForUpdate();
    const cleared = {
      login_networks_on: false,
      login_networks: [],
      console_networks_on: false,
      console_networks: [],
    };
    const entries = Object.entries(stored).filter(([name]) => name in cleared);
    await settings.save(cleared);
    await recordAudit(db, 'adminSecurity.clearNetworks', null, {
      ...cleared,
      was: Object.fromEntries(entries),
    });
    print('all networks may log in and use the console; effective within a second');
    return 0;
  });
}
