import { administration } from '@octavo/texts/en/administration';
import { expect, it } from 'vitest';

const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('only the admin console uses the texts that it alone loads', () => {
  const sections = Object.keys(administration).join('|');
  const usage = new RegExp(`['\`](?:${sections})\\.`);
  const users = Object.entries(sources).flatMap(([file, source]) =>
    usage.test(source) ? [file.replace('../../', '')] : [],
  );
  expect(users.length).toBeGreaterThan(20);
  expect(users.filter((file) => !file.startsWith('features/admin/'))).toEqual([]);
});
