import { withTransaction } from './db/repository.ts';
import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { paths } from '@octavo/contract/paths';
import { AppError } from './app-error.ts';
import type { Deps } from './deps.ts';
import { createSampleItems } from './modules/sample-content/create-sample-items.ts';
import { prepareAccount } from './modules/user/register.service.ts';
import { hashToken, newToken } from './secrets.ts';
import { translateError } from './texts.ts';
import { VERSION } from './version.ts';
import { auditRepository } from './modules/audit/audit.repository.ts';
import { userRepository } from './modules/account/user.repository.ts';
import { settingRepository } from './modules/setting/setting.repository.ts';
import { releaseRepository } from './modules/update/release.repository.ts';

/**
 * There is no default account. The first administrator comes from the environment; otherwise one of the
 * processes that start together logs a one-time setup link.
 */
export async function ensureFirstAdmin(deps: Deps): Promise<void> {
  const { db, config, log } = deps;
  if (await userRepository(db).hasAdmin()) return;
  if (config.admin) {
    const account = await prepareAccount(
      { ...config.admin, groupid: ADMIN_GROUP, language: config.defaultLanguage },
      deps,
    ).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      const reason = translateError('en', error);
      throw new Error(`ADMIN_USERNAME, ADMIN_PASSWORD: ${reason}`, { cause: error });
    });
    // Not an error if another process has already inserted the account.
    const isCreated = await withTransaction(db, async (trx) => {
      const inserted = await userRepository(trx).insert(account);
      if (!inserted) return false;
      const { uid } = inserted;
      const facts = { groupid: ADMIN_GROUP };
      await auditRepository(trx).insertMany([{ action: 'user.setup', subject_uid: uid, facts }]);
      return true;
    });
    if (isCreated) log.info('first administrator created from the environment');
    return;
  }
  const token = newToken();
  if (await settingRepository(db).insertSetupLink(hashToken(token).toString('hex'))) {
    const link = new URL(paths.setup.href({ token }), config.publicUrl);
    log.warn({ setup_link: link.href }, 'open this link once to create the first administrator');
  }
}

/** Records that this release now serves requests. */
export async function recordServingRelease({ db }: Pick<Deps, 'db'>): Promise<void> {
  await withTransaction(db, async (trx) => {
    const previous = await releaseRepository(trx).recordServing(VERSION);
    if (previous === undefined) return;
    const facts = { version: VERSION, was: { version: previous } };
    await auditRepository(trx).insertMany([{ action: 'adminUpdate.serve', facts }]);
  });
}

/** Runs at every start, because the first administrator may come from the command line or from an older version. */
export async function ensureSampleItems({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): Promise<void> {
  await withTransaction(db, (trx) => createSampleItems(trx, config));
}
