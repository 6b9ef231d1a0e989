import { expect, it } from 'vitest';
import { containsAddress, isNetwork } from './network.ts';

it.each([
  ['10.20.0.0/16', '10.20.4.18', true],
  ['10.20.4.18/16', '10.20.255.255', true],
  ['10.20.0.0/16', '10.21.0.1', false],
  ['203.0.113.24', '203.0.113.24', true],
  ['203.0.113.24', '203.0.113.25', false],
  ['0.0.0.0/0', '198.51.100.7', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['2001:db8::/48', '2001:db8:0:ffff::1', true],
  ['2001:DB8::/48', '2001:db8:1::1', false],
  ['::1', '::1', true],
  ['::/0', '2001:db8::1', true],
  ['10.20.0.0/16', '', false],
])('%s contains %j: %s', (network, address, expected) =>
  expect(containsAddress(network, address)).toBe(expected),
);

it.each(['10.20.0.0/16', '203.0.113.24', '2001:db8::/48', '2001:DB8::1', '::/0', '0.0.0.0/0'])(
  '%s is a network',
  (text) => expect(isNetwork(text)).toBe(true),
);

it.each([
  '',
  '10.20.0.0/33',
  '10.20.0.0/',
  '10.20.0.0/1e1',
  '10.20.0.0/16/8',
  '10.20.0/16',
  '010.20.0.0/16',
  '256.0.0.1',
  '2001:db8::/129',
  '2001:db8:::1',
  'fe80::1%eth0',
  '::ffff:10.20.0.0/112',
  'localhost',
  '10.20.*.*',
])('%j is no network', (text) => expect(isNetwork(text)).toBe(false));
