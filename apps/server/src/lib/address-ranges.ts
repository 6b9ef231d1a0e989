import { BlockList, isIP } from 'node:net';

/** True for an IP address, or a network in CIDR notation. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  // A zone (`fe80::1%eth0`) means an interface of one machine.
  if (more.length > 0 || address.includes('%')) return false;
  const maxBits = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return maxBits > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits));
}

/** The usual notation of an address or network: `::ffff:10.0.0.0/104` is no way to write an IPv4 network. */
export const isNetwork = (text: string): boolean => isAddressRange(text) && !/^::ffff:/i.test(text);

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

export function toBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** False for a text that is no address. An IPv4 address in IPv6 notation (`::ffff:…`) is in IPv4 networks. */
export function includesAddress(list: BlockList, scopedAddress: string): boolean {
  const [address = ''] = scopedAddress.split('%');
  return isIP(address) > 0 && list.check(address, familyOf(address));
}

/** The usual notation of an address, as in a list of networks: IPv4 without `::ffff:`, IPv6 without a zone. */
export function plainAddress(scopedAddress: string): string {
  const [address = ''] = scopedAddress.split('%');
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return ipv4 ?? address;
}
