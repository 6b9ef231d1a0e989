import { ADMIN_GROUP, AUDITOR_GROUP } from '@octavo/contract/user-group';
import type { SiteSettings } from '../modules/setting/setting.ts';
import type { Account } from './viewer.ts';

type Settings = Pick<
  SiteSettings,
  'second_factor_for' | 'second_factor_days' | 'second_factor_since' | 'second_factor_provider'
>;

const DAY_MS = 24 * 3600 * 1000;

function isConcerned(groupid: number, { second_factor_for }: Settings): boolean {
  if (second_factor_for === 'everybody') return true;
  return second_factor_for === 'staff' && (groupid === ADMIN_GROUP || groupid === AUDITOR_GROUP);
}

/** When the account must have a second factor; undefined if the site does not require one of it. */
export function requiredFrom(
  { groupid, reg_time }: Pick<Account, 'groupid' | 'reg_time'>,
  settings: Settings,
): Date | undefined {
  if (!isConcerned(groupid, settings)) return undefined;
  const since = Math.max(Date.parse(settings.second_factor_since) || 0, reg_time.getTime());
  return new Date(since + settings.second_factor_days * DAY_MS);
}

/** True if the session may do nothing but set up a second factor. */
export function mustSetUpSecondFactor(
  account: Pick<Account, 'groupid' | 'reg_time' | 'second_factor' | 'token'>,
  settings: Settings,
  now: Date,
): boolean {
  const groupid = account.token?.groupid ?? account.groupid;
  const from = requiredFrom({ ...account, groupid }, settings);
  if (from === undefined || now < from) return false;
  return account.second_factor === 'provider'
    ? !settings.second_factor_provider
    : account.second_factor === null;
}
