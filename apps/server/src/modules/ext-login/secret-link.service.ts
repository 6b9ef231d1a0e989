import { randomBytes } from 'node:crypto';
import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { localPath } from '@octavo/contract/local-path';
import { paths } from '@octavo/contract/paths';
import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { AppError } from '../../app-error.ts';
import type { Ctx, Work } from '../../http/context.ts';
import { forgetSettings } from '../setting/forget-settings.ts';
import { startLoginFromOutside } from '../user/start-login.ts';
import { usernameKey } from '../user/username-key.ts';
import { goTo, turnedAway } from './lead-on.ts';
import { outsideAccount, refuseDisabled } from './outside-account.ts';
import { proofOfLink } from './secret-link.policy.ts';

type AdminSetting = Calls['adminSetting'];
type BySecretKey = Calls['extLogin']['bySecretKey'];

/** Longer than a link can be valid, even with clock differences. */
const SPENT_SECONDS = 600;

/** The format that existing integrations expect: 32 hexadecimal digits. */
const newKey = () => randomBytes(16).toString('hex');

async function presentKey({ repos, deps }: Pick<Ctx, 'repos' | 'deps'>) {
  const { login_secret_key, older_login_links } = await repos.settings.load();
  const opened = login_secret_key === '' ? '' : deps.settingSealer.open(login_secret_key);
  return { login_secret_key: opened ?? '', older_login_links };
}

export async function getLoginSecretKey(ctx: Ctx<AdminSetting['getLoginSecretKey']['access']>) {
  // Two concurrent first requests get the same key.
  await ctx.repos.settings.saveIfAbsent({
    login_secret_key: ctx.deps.settingSealer.seal(newKey()),
  });
  forgetSettings(ctx, ctx);
  return presentKey(ctx);
}

export async function resetLoginSecretKey(ctx: Ctx<AdminSetting['resetLoginSecretKey']['access']>) {
  await ctx.repos.settings.save({ login_secret_key: ctx.deps.settingSealer.seal(newKey()) });
  forgetSettings(ctx, ctx);
  return presentKey(ctx);
}

export async function saveLoginLinks(
  ctx: Ctx<AdminSetting['saveLoginLinks']['access']>,
  { older_login_links }: CallRequest<AdminSetting['saveLoginLinks']>,
) {
  await ctx.repos.settings.save({ older_login_links });
  forgetSettings(ctx, ctx);
  return {};
}

/** Finds or creates the account that the link names; rejects administrators. */
async function namedAccount(
  ctx: Ctx<BySecretKey['access']>,
  { repos }: Work,
  username: string,
  name: string,
): Promise<number> {
  const key = usernameKey(username);
  const account =
    (await repos.users.findByUsername(key)) ??
    // The username of a merged account is an identity of the account it was merged into.
    (await outsideAccount(ctx, repos, 'integration', { id: key, username, name }));
  if (account.groupid === ADMIN_GROUP) throw new AppError('forbidden');
  if (account.disabled_time) throw refuseDisabled(ctx, account, 'integration');
  return account.uid;
}

export async function bySecretKey(
  ctx: Ctx<BySecretKey['access']>,
  input: CallRequest<BySecretKey>,
) {
  const { username = '', name = '', redirect } = input;
  try {
    const { login_secret_key: key, older_login_links: older } = await presentKey(ctx);
    const proof = proofOfLink(input, { key, older, now: ctx.deps.now() });
    if (proof === undefined) throw new AppError('linkInvalid');
    if (!(await ctx.repos.spentProofs.spend(proof, SPENT_SECONDS)))
      throw new AppError('linkInvalid');
    await ctx.transaction(async (work) =>
      startLoginFromOutside(ctx, work, await namedAccount(ctx, work, username.trim(), name.trim())),
    );
    return goTo(localPath(redirect) ?? paths.myItems.href());
  } catch (failure) {
    return turnedAway(failure, paths.login.href({ redirect: localPath(redirect) }));
  }
}
