import { administration } from '@octavo/texts/en/administration';
import { expect, it } from 'vitest';

const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The files that use texts of some sections. */
function usersOf(sections: readonly string[]): string[] {
  const usage = new RegExp(`['\`](?:${sections.join('|')})\\.`);
  return Object.entries(sources).flatMap(([file, source]) =>
    usage.test(source) ? [file.replace('../../', '')] : [],
  );
}

it('only the admin console uses the texts that it alone loads', () => {
  const users = usersOf(Object.keys(administration));
  expect(users.length).toBeGreaterThan(20);
  expect(users.filter((file) => !file.startsWith('features/admin/'))).toEqual([]);
});

it('only the insert menus use the texts that they alone load', () => {
  const users = usersOf(['insert']);
  expect(users.length).toBeGreaterThan(3);
  const lazy = /^features\/page-editor\/insert\/(?:slash|pickers|menu)\//;
  expect(users.filter((file) => !lazy.test(file))).toEqual([]);
});

it('only the column beside the items and its lists use the texts that they alone load', () => {
  const users = usersOf(['home']);
  expect(users.length).toBeGreaterThan(3);
  expect(users.filter((file) => !file.startsWith('features/my-items/home/'))).toEqual([]);
});
