import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { paths } from '@octavo/contract/paths';
import { AppError } from './app-error.ts';
import { repositories } from './db/repositories.ts';
import type { Deps } from './deps.ts';
import { createSampleItems } from './modules/sample-content/create-sample-items.ts';
import { prepareAccount } from './modules/user/register.service.ts';
import { hashToken, newToken } from './secrets.ts';
import { translateTo } from './texts.ts';
import { VERSION } from './version.ts';

/**
 * There is no default account. The first administrator comes from the environment; otherwise one of the
 * processes that start together logs a one-time setup link.
 */
export async function ensureFirstAdmin(deps: Deps): Promise<void> {
  const { repos, config, log, hasher } = deps;
  if (await repos.users.hasAdmin()) return;
  if (config.admin) {
    const account = await prepareAccount(
      { ...config.admin, groupid: ADMIN_GROUP, language: config.defaultLanguage },
      hasher,
    ).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      const reason = translateTo('en', `errors.${error.errorName}` as 'errors.notFound');
      throw new Error(`ADMIN_USERNAME, ADMIN_PASSWORD: ${reason}`, { cause: error });
    });
    // Not an error if another process has already inserted the account.
    if (await repos.users.insert(account))
      log.info('first administrator created from the environment');
    return;
  }
  const token = newToken();
  if (await repos.settings.insertSetupLink(hashToken(token).toString('hex'))) {
    const link = new URL(paths.setup.href({ token }), config.publicUrl);
    log.warn({ setup_link: link.href }, 'open this link once to create the first administrator');
  }
}

/** Records that this release now serves requests. */
export async function recordServingRelease({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction().execute((trx) => repositories(trx).releases.recordServing(VERSION));
}

/** Runs at every start, because the first administrator may come from the command line or from an older version. */
export async function ensureSampleItems({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): Promise<void> {
  await db.transaction().execute((trx) => createSampleItems(repositories(trx), config));
}
