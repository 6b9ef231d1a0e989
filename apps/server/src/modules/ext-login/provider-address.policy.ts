import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { includesAddress, toBlockList } from '../../lib/address-ranges.ts';

/**
 * Services of this machine and metadata services of clouds, which hand out credentials to any caller. Private networks
 * are absent: the provider of an organisation often runs in its intranet.
 */
const LOCAL_RANGES = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  // Unspecified, loopback, and IPv4 addresses in their deprecated IPv6 notation.
  '::/96',
  'fe80::/10',
  // Metadata of Alibaba Cloud, Azure, AWS and Google Cloud outside the link-local range.
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd20:ce::254',
];

const localRanges = toBlockList(LOCAL_RANGES);

export class ForbiddenAddressError extends Error {
  constructor(host: string) {
    super(`${host} is a local address that is not in OAUTH2_ALLOWED_ADDRESSES`);
  }
}

/**
 * Checks the address that the connection is made to, not the name: a name can resolve to another address each time.
 * `allowed`: addresses and ranges that the operator permits although they are local.
 */
export function providerLookup(url: URL, allowed: readonly string[]): LookupFunction {
  const allowedRanges = toBlockList(allowed);
  const mayConnect = (address: string) =>
    !includesAddress(localRanges, address) || includesAddress(allowedRanges, address);
  // Node does not look up a host that is an address already.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !mayConnect(host)) throw new ForbiddenAddressError(host);
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const [first, ...others] = addresses.filter(({ address }) => mayConnect(address));
      if (!first) return done(new ForbiddenAddressError(hostname), []);
      if (options.all) return done(null, [first, ...others]);
      return done(null, first.address, first.family);
    });
  };
}
