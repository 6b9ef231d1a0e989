import { describe, expect, it } from 'vitest';
import { en } from '@octavo/texts/en';
import { translate } from '@octavo/texts/translate';
import { zhCn } from '@octavo/texts/zh-cn';
import { formatTime, timeAgo } from './format-time.ts';

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
    [0, { text: 'shell.minutesAgo', count: 0 }],
    [-30_000, { text: 'shell.minutesAgo', count: 0 }],
    [59 * MINUTE, { text: 'shell.minutesAgo', count: 59 }],
    [HOUR, { text: 'shell.hoursAgo', count: 1 }],
    [24 * HOUR - 1, { text: 'shell.hoursAgo', count: 23 }],
    [24 * HOUR, undefined],
    [-2 * MINUTE, undefined],
  ] as const)('timeAgo after %d ms returns %o', (later, expected) => {
    expect(timeAgo(moment, now + later)).toEqual(expected);
  });

  it('formats relative times with English plurals and a space before Chinese units', () => {
    expect(translate(en, 'shell.hoursAgo', { count: 1 })).toBe('1 hour ago');
    expect(translate(en, 'shell.minutesAgo', { count: 5 })).toBe('5 minutes ago');
    expect(translate(zhCn, 'shell.hoursAgo', { count: 2 })).toBe('2 小时前');
    expect(translate(zhCn, 'shell.minutesAgo', { count: 12 })).toBe('12 分钟前');
  });
});
