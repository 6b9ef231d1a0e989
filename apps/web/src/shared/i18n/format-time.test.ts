import { describe, expect, it } from 'vitest';
import { formatAgo, formatTime, timeAgo } from './format-time.ts';

/** Built from local date parts, so that the test does not depend on the time zone. */
const moment = new Date(2026, 8, 4, 4, 2).toISOString();
const now = Date.parse(moment);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('format-time', () => {
  it('formats a time in the local time zone for each language', () => {
    expect(formatTime(moment, 'en')).toBe('4 Sep 2026 04:02');
    expect(formatTime(moment, 'zh-cn')).toBe('2026-09-04 04:02');
  });

  it.each([
    [0, { unit: 'minute', count: 0 }],
    [-30_000, { unit: 'minute', count: 0 }],
    [59 * MINUTE, { unit: 'minute', count: 59 }],
    [HOUR, { unit: 'hour', count: 1 }],
    [24 * HOUR - 1, { unit: 'hour', count: 23 }],
    [24 * HOUR, undefined],
    [-2 * MINUTE, undefined],
  ] as const)('timeAgo after %d ms returns %o', (later, expected) => {
    expect(timeAgo(moment, now + later)).toEqual(expected);
  });

  it('formats relative times with English plurals and a space before Chinese units', () => {
    expect(formatAgo({ unit: 'hour', count: 1 }, 'en')).toBe('1 hour ago');
    expect(formatAgo({ unit: 'minute', count: 5 }, 'en')).toBe('5 minutes ago');
    expect(formatAgo({ unit: 'hour', count: 2 }, 'zh-cn')).toBe('2 小时前');
    expect(formatAgo({ unit: 'minute', count: 12 }, 'zh-cn')).toBe('12 分钟前');
  });
});
