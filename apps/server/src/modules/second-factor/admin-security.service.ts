import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { plainAddress } from '../../lib/address-ranges.ts';
import { endSessions } from '../account/end-sessions.ts';
import { secondFactorRepository } from '../account/second-factor.repository.ts';
import { userRepository } from '../account/user.repository.ts';
import { assertOwnAddress, mergeNetworks } from '../policy/networks.policy.ts';
import { invalidateSettings } from '../setting/invalidate-settings.ts';
import { savedBy } from '../setting/saved-by.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import type { SiteSettings } from '../setting/setting.ts';
import { sendSecondFactorMail } from './second-factor-mail.jobs.ts';
import { deleteSecondFactors, listSecondFactors } from './second-factor.service.ts';

type AdminSecurity = Calls['adminSecurity'];

export async function loadSecurity({ db, client }: Ctx<AdminSecurity['load']['access']>) {
  const settings = await settingRepository(db).load();
  const own_address = plainAddress(client.address);
  return { ...settings, own_address, ...(await secondFactorRepository(db).countUsers()) };
}

const REACH = { none: 0, staff: 1, everybody: 2 } as const;

export async function saveSecurity(
  ctx: Ctx<AdminSecurity['save']['access']>,
  input: CallRequest<AdminSecurity['save']>,
) {
  const settings = settingRepository(ctx.db);
  const stored = await settings.loadForUpdate();
  const { login_networks, console_networks, ...rest } = input;
  const by = savedBy(ctx);
  const change: Partial<SiteSettings> = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  );
  if (login_networks)
    change.login_networks = mergeNetworks(stored.login_networks, login_networks, by);
  if (console_networks)
    change.console_networks = mergeNetworks(stored.console_networks, console_networks, by);
  if (Object.keys(change).length === 0) throw new AppError('invalidRequest', { field: 'body' });
  assertOwnAddress({ ...stored, ...change }, ctx.client.address);
  ctx.note({ was: { ...stored } });
  const reach = REACH[input.second_factor_for ?? stored.second_factor_for];
  await settings.save({
    ...change,
    // The days to set it up begin for the users whom the requirement did not concern before.
    ...(reach > REACH[stored.second_factor_for] && {
      second_factor_since: ctx.deps.now().toISOString(),
    }),
    security_saved: by,
  });
  invalidateSettings(ctx, ctx);
  return {};
}

export async function getSecondFactors(
  { db }: Ctx<AdminSecurity['getSecondFactors']['access']>,
  { uid }: CallRequest<AdminSecurity['getSecondFactors']>,
) {
  if (!(await userRepository(db).findPasswordState(uid))) throw new AppError('noSuchUser');
  return listSecondFactors(db, uid);
}

/** For a user who has lost phone and recovery codes. An administrator removes the own ones in the user settings. */
export async function removeSecondFactors(
  ctx: Ctx<AdminSecurity['removeSecondFactors']['access']>,
  { uid }: CallRequest<AdminSecurity['removeSecondFactors']>,
) {
  if (uid === ctx.viewer.uid) throw new AppError('forbidden');
  const users = userRepository(ctx.db);
  await users.lock(uid);
  if (!(await users.findPasswordState(uid))) throw new AppError('noSuchUser');
  ctx.note({ subject_uid: uid, replaced: ['second_factor'] });
  await deleteSecondFactors(ctx, uid);
  await endSessions(ctx, ctx, uid);
  await ctx.enqueue(sendSecondFactorMail, { uid, change: 'removedByAdmin' });
  return {};
}
