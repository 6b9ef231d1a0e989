import { fillText } from '@octavo/texts/translate';
import type { Config } from '../config.ts';
import { connect } from '../db/connect.ts';
import { repositories } from '../db/repositories.ts';
import { migrateFiles } from '../modules/attachment/migrate-files.ts';
import type { Operating } from '../modules/attachment/migrate-files.ts';
import { progressBar } from '../modules/attachment/progress.ts';
import { createStores } from '../modules/attachment/storage/stores.ts';
import { verifyFiles } from '../modules/attachment/verify-files.ts';
import { createSealer } from '../secrets.ts';

type Say = (line: string) => void;

async function onSite(config: Config, work: (ctx: Operating) => Promise<number>): Promise<number> {
  const database = connect(config.databaseUrl, 6);
  const repos = repositories(database.db);
  const sealer = createSealer(config.secretKey, 'setting');
  try {
    return await work({
      config,
      repos,
      stores: createStores({
        config,
        settings: repos.settings.load,
        sealer,
        now: () => new Date(),
      }),
      transaction: (act) => database.db.transaction().execute((trx) => act(repositories(trx))),
    });
  } finally {
    await database.close();
  }
}

function tell(say: Say, faults: readonly string[]): number {
  for (const fault of faults) say(fault);
  return faults.length > 0 ? 1 : 0;
}

export function verifyStorage(config: Config, withBytes: boolean, say: Say): Promise<number> {
  return onSite(config, async (ctx) => {
    const progress = progressBar(process.stderr);
    const { objects, faults, orphans } = await verifyFiles(ctx, withBytes, progress);
    say(
      fillText('{objects|# stored object|# stored objects}, {faults} faulty, {orphans} unused', {
        objects,
        faults: faults.length,
        orphans,
      }),
    );
    return tell(say, faults);
  });
}

export function migrateStorage(config: Config, to: string | undefined, say: Say): Promise<number> {
  if (to !== 'local' && to !== 's3') throw new Error('--to local or --to s3 is needed');
  return onSite(config, async (ctx) => {
    const { name } = await ctx.stores.current();
    if (name !== to) say(`new files still go to the store ${name}: set up ${to} for them first`);
    const failed = await migrateFiles(ctx, to, progressBar(process.stderr));
    const left = await ctx.repos.fileObjects.countElsewhere(to);
    say(
      left === 0
        ? `all files are in the store ${to}`
        : fillText('{left|# object is|# objects are} not in {to} yet', { left, to }),
    );
    return tell(say, failed);
  });
}
