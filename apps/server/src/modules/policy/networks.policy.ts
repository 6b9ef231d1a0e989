import { isNetwork, plainAddress } from '../../lib/address-ranges.ts';
import { includesClient } from '../../access/networks.ts';
import { AppError } from '../../app-error.ts';
import type { SiteSettings } from '../setting/setting.ts';

type Networks = SiteSettings['login_networks'];
type NetworkSettings = Pick<
  SiteSettings,
  'login_networks_on' | 'login_networks' | 'console_networks_on' | 'console_networks'
>;

interface SentNetwork {
  readonly network: string;
  readonly note: string;
}

/** The sent list as it is stored: an entry that was in the list keeps who added it. */
export function mergeNetworks(
  stored: Networks,
  sent: readonly SentNetwork[],
  added: { readonly username: string; readonly time: string },
): Networks {
  const known = new Map(stored.map((entry) => [entry.network, entry]));
  const merged = new Map<string, Networks[number]>();
  for (const { network: text, note } of sent) {
    const network = text.toLowerCase();
    if (!isNetwork(network)) throw new AppError('networkInvalid', { network: text });
    const { username, time } = known.get(network) ?? added;
    merged.set(network, { network, note, username, time });
  }
  return [...merged.values()];
}

/** An administrator must not lock themselves out: each list that is on contains the address of the administrator who saves it. */
export function assertOwnAddress(settings: NetworkSettings, address: string): void {
  const lists = [
    settings.login_networks_on && settings.login_networks,
    settings.console_networks_on && settings.console_networks,
  ];
  for (const list of lists) {
    if (list === false) continue;
    if (list.length === 0) throw new AppError('networksEmpty');
    if (!includesClient(list, address))
      throw new AppError('ownAddressMissing', { address: plainAddress(address) });
  }
}
