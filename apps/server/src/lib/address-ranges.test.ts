import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { includesAddress, isAddressRange, plainAddress, toBlockList } from './address-ranges.ts';

describe('an address range', () => {
  it.each([
    '10.20.0.0/16',
    '10.20.4.18/16',
    '203.0.113.24',
    '0.0.0.0/0',
    '2001:db8::/48',
    '2001:DB8::1',
    '::/0',
    'fe80::/10',
  ])('may be %s', (text) => expect(isAddressRange(text)).toBe(true));

  it.each([
    '',
    '10.20.0.0/',
    '10.20.0.0/33',
    '10.20.0.0/-1',
    '10.20.0.0/1e1',
    '10.20.0.0/16/8',
    '10.20.0/16',
    '010.20.0.0/16',
    '10.20.0.0 /16',
    '256.0.0.1',
    '2001:db8::/129',
    '2001:db8:::1',
    'fe80::1%eth0',
    'fe80::%eth0/10',
    'localhost',
    '10.20.*.*',
    '10.20.0.1-10.20.0.9',
    '::ffff:10.20.0.1:80',
  ])('is never %j', (text) => expect(isAddressRange(text)).toBe(false));
});

describe('a list of ranges', () => {
  const list = toBlockList(['10.20.4.18/16', '203.0.113.24', '2001:db8::/48']);

  it.each([
    ['10.20.255.255', true],
    ['10.21.0.0', false],
    ['203.0.113.24', true],
    ['203.0.113.25', false],
    ['::ffff:10.20.0.1', true],
    ['::ffff:a14:1', true],
    ['::FFFF:10.21.0.1', false],
    ['2001:db8:0:ffff::1', true],
    ['2001:db8:1::1', false],
    ['2001:db8::1%eth0', true],
    ['', false],
    ['unknown', false],
    ['10.20.0.1:443', false],
    ['10.20.0.1, 10.20.0.2', false],
  ])('includes %j: %s', (address, expected) =>
    expect(includesAddress(list, address)).toBe(expected),
  );

  it('compares the first bits of addresses', () => {
    const ipv4 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    const write = (bits: number) =>
      [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
    fc.assert(
      fc.property(ipv4, ipv4, fc.integer({ min: 0, max: 32 }), (network, address, length) => {
        const head = (bits: number) => Math.floor(bits / 2 ** (32 - length));
        const ranges = toBlockList([`${write(network)}/${length}`]);
        const expected = head(network) === head(address);
        expect(includesAddress(ranges, write(address))).toBe(expected);
        expect(includesAddress(ranges, `::ffff:${write(address)}`)).toBe(expected);
      }),
    );
  });

  it('is written without prefix and zone', () => {
    expect(
      ['::ffff:10.20.0.1', '10.20.0.1', 'fe80::1%eth0', '2001:db8::1'].map(plainAddress),
    ).toEqual(['10.20.0.1', '10.20.0.1', 'fe80::1', '2001:db8::1']);
  });
});
