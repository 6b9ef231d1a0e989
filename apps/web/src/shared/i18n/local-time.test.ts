import { expect, it } from 'vitest';
import { MAX_LOCAL_TIME, toIsoTime, toLocalInput } from './local-time.ts';

it('converts the value of a field to a time and back', () => {
  expect(toLocalInput(toIsoTime('2026-03-14T14:32'))).toBe('2026-03-14T14:32');
  expect(toIsoTime('2026-03-14T14:32')).toBe(new Date(2026, 2, 14, 14, 32).toISOString());
  expect(toIsoTime('')).toBe('');
  expect(toLocalInput('')).toBe('');
});

it('reads a year of more than four digits as no time', () => {
  for (const year of ['10000', '12026', '202600', '275761'])
    expect(toIsoTime(`${year}-03-14T14:32`)).toBe('');
  expect(toIsoTime(MAX_LOCAL_TIME)).toMatch(/^(?:$|9999-12-31T)/);
});
