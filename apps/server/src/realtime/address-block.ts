import { isIPv6 } from 'node:net';

/** The key of rate limits per address: an IPv4 address, or the IPv6 /64 network that one customer usually controls. */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address;
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  const [head = '', tail = ''] = address.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = address.includes('::')
    ? Array<string>(8 - front.length - back.length).fill('0')
    : [];
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}
