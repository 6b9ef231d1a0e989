import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCellInput, losesPrecision } from './parse-cell-input.ts';
import { RUNS } from '../tests/workbooks.ts';

describe('parseCellInput', () => {
  it.each([
    ['5', 5, 'General'],
    ['-0.5', -0.5, 'General'],
    ['1.10', 1.1, '0.00'],
    ['1,234.50', 1234.5, '#,##0.00'],
    ['-12,345,678', -12_345_678, '#,##0'],
    ['12.5%', 0.125, '0.0%'],
    ['7%', 0.07, '0%'],
    ['123456789012', 123_456_789_012, 'General'],
    ['2024-01-05', 45_296, 'yyyy-MM-dd'],
    ['2024/1/5', 45_296, 'yyyy/M/d'],
    ['2024-01-05 06:00', 45_296.25, 'yyyy-MM-dd hh:mm'],
    ['TRUE', true, 'General'],
  ])('parses %s as %s', (text, value, format) => {
    expect(parseCellInput(text)).toMatchObject({ text, value, format });
  });

  it.each([
    ['007', '@'],
    ['12345678901234567890', '@'],
    ['0.1234567890123456', '@'],
    ['1e5', '@'],
    ['+5', '@'],
    ['0x1F', '@'],
    ['true', 'General'],
    ['3/4', 'General'],
    ['1-2', 'General'],
    ['2024-02-30', 'General'],
    ['2024-01-05 25:00', 'General'],
    ['1,23', 'General'],
    ["'=1+1", 'General'],
  ])('treats %s as text', (text, format) => {
    expect(parseCellInput(text)).toMatchObject({ text, value: text, format });
  });

  it('treats input with a leading apostrophe as text', () => {
    expect(parseCellInput("'123")).toEqual({ text: '123', value: '123', format: '@', type: 's' });
  });

  it.each(['=A1', '#N/A', '#DIV/0!'])('returns undefined for %s, which is calculated', (text) => {
    expect(parseCellInput(text)).toBeUndefined();
  });

  it('never changes the text', () => {
    const numberLike = fc.stringMatching(/^[-+\d.,%/: e]{1,20}$/);
    fc.assert(
      fc.property(fc.oneof(numberLike, fc.string()), (text) => {
        fc.pre(!text.startsWith("'"));
        expect(parseCellInput(text)?.text ?? text).toBe(text);
      }),
      { numRuns: RUNS * 20 },
    );
  });

  it.each([
    ['1.105', '0.00', true],
    ['1.1', '0.00', false],
    ['5', '0.00', false],
    ['5.5', '0', true],
    ['5.55%', '0.0%', true],
    ['1.105', 'yyyy-MM-dd', false],
  ])('losesPrecision(%s, %s) is %s', (text, format, expected) => {
    expect(losesPrecision(text, format)).toBe(expected);
  });
});
