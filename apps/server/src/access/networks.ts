import type { BlockList } from 'node:net';
import { mayReadConsole } from '@octavo/contract/user-group';
import { includesAddress, plainAddress, toBlockList } from '../lib/address-ranges.ts';
import type { SiteSettings } from '../modules/setting/setting.ts';
import type { Account } from './viewer.ts';

type Networks = SiteSettings['login_networks'];
type Settings = Pick<
  SiteSettings,
  | 'login_networks_on'
  | 'login_networks'
  | 'console_networks_on'
  | 'console_networks'
  | 'console_confirm_minutes'
>;

/** By the list of the settings, which are cached as one object. */
const blockLists = new WeakMap<Networks, BlockList>();

export function includesClient(networks: Networks, address: string): boolean {
  let list = blockLists.get(networks);
  if (!list) {
    list = toBlockList(networks.map(({ network }) => network));
    blockLists.set(networks, list);
  }
  return includesAddress(list, address);
}

/** Whether a user may log in and act from this address. Visitors are not concerned. */
export function mayLogInFrom(address: string, settings: Settings): boolean {
  return !settings.login_networks_on || includesClient(settings.login_networks, address);
}

/** Why the console is closed to an administrator or auditor with this session at this address. */
export function consoleLimits(
  {
    groupid,
    device_kind,
    confirmed_seconds,
  }: Pick<Account, 'groupid'> & Partial<Pick<Account, 'device_kind' | 'confirmed_seconds'>>,
  address: string,
  { console_networks_on, console_networks, console_confirm_minutes }: Settings,
): Pick<Account, 'console_refused' | 'must_confirm'> {
  if (!mayReadConsole(groupid)) return {};
  if (console_networks_on && !includesClient(console_networks, address))
    return { console_refused: plainAddress(address) };
  // A script cannot answer a dialog; it sends its token with each request.
  const must_confirm =
    device_kind !== 'token' &&
    console_confirm_minutes > 0 &&
    confirmed_seconds !== undefined &&
    confirmed_seconds > console_confirm_minutes * 60;
  return { must_confirm };
}
