import { withTransaction } from '../db/repository.ts';
import { fillText } from '@octavo/texts/translate';
import type { Config } from '../config.ts';
import { connect } from '../db/connect.ts';
import { migrateFiles } from '../modules/storage/migrate-files.ts';
import type { OperatorContext } from '../modules/storage/migrate-files.ts';
import { progressBar } from '../lib/progress-bar.ts';
import { createStores } from '../modules/storage/stores.ts';
import { verifyFiles } from '../modules/storage/verify-files.ts';
import { createCipher } from '../secrets.ts';
import { COMMAND_LINE } from '../modules/audit/audit-entry.ts';
import { auditRepository } from '../modules/audit/audit.repository.ts';
import { settingRepository } from '../modules/setting/setting.repository.ts';
import { fileObjectRepository } from '../modules/storage/file-object.repository.ts';

type Print = (line: string) => void;

async function withStores(
  config: Config,
  work: (ctx: OperatorContext) => Promise<number>,
): Promise<number> {
  const database = connect(config.databaseUrl, 6);
  const { db } = database;
  const cipher = createCipher(config.secretKey, 'setting');
  try {
    return await work({
      config,
      db,
      stores: createStores({
        config,
        settings: settingRepository(db).load,
        cipher,
        now: () => new Date(),
      }),
      transaction: (act) => withTransaction(db, act),
    });
  } finally {
    await database.close();
  }
}

function printErrors(print: Print, errors: readonly string[]): number {
  for (const message of errors) print(message);
  return errors.length > 0 ? 1 : 0;
}

export function verifyStorage(config: Config, withBytes: boolean, print: Print): Promise<number> {
  return withStores(config, async (ctx) => {
    const progress = progressBar(process.stderr);
    const { objects, errors, orphans } = await verifyFiles(ctx, withBytes, progress);
    print(
      fillText(
        '{objects|# stored object|# stored objects}, {errors} damaged or missing, {orphans} unused',
        {
          objects,
          errors: errors.length,
          orphans,
        },
      ),
    );
    return printErrors(print, errors);
  });
}

export function migrateStorage(
  config: Config,
  to: string | undefined,
  print: Print,
): Promise<number> {
  if (to !== 'local' && to !== 's3') throw new Error('--to local or --to s3 is required');
  return withStores(config, async (ctx) => {
    const { name } = await ctx.stores.current();
    if (name !== to)
      print(`new files are still written to the store ${name}: configure ${to} first`);
    const failed = await migrateFiles(ctx, to, progressBar(process.stderr));
    const left = await fileObjectRepository(ctx.db).countOutsideStore(to);
    const facts = { store: to, failed: failed.length, left };
    await auditRepository(ctx.db).insertMany(
      [{ action: 'storage.migrate', facts, result: left === 0 ? 'success' : 'failure' }],
      COMMAND_LINE,
    );
    print(
      left === 0
        ? `all files are in the store ${to}`
        : fillText('{left|# object is|# objects are} not in {to} yet', { left, to }),
    );
    return printErrors(print, failed);
  });
}
