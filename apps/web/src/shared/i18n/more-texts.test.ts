import { administration } from '@octavo/texts/en/administration';
import { expect, it } from 'vitest';

const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('only the admin console uses the texts that it alone loads', () => {
  const sections = Object.keys(administration).join('|');
  const said = new RegExp(`['\`](?:${sections})\\.`);
  const speakers = Object.entries(sources).flatMap(([file, source]) =>
    said.test(source) ? [file.replace('../../', '')] : [],
  );
  expect(speakers.length).toBeGreaterThan(20);
  expect(speakers.filter((file) => !file.startsWith('features/admin/'))).toEqual([]);
});
