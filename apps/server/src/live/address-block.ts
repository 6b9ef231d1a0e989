import { isIPv6 } from 'node:net';

/** What one customer of a network has at hand: an IPv4 address, or a whole IPv6 /64. */
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
