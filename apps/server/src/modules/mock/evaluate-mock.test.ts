import { describe, expect, it } from 'vitest';
import { evaluateMock } from './evaluate-mock.ts';

const make = (template: unknown) => evaluateMock(template) as Record<string, never>;
/** Evaluates often enough to find a wrong range limit. */
const checkRepeatedly = (template: unknown, check: (made: never) => void) => {
  for (let at = 0; at < 200; at += 1) check(evaluateMock(template) as never);
};

describe('Mock.js rules', () => {
  it('repeat a text by count or range', () => {
    expect(make({ 'stars|3': '★' })).toEqual({ stars: '★★★' });
    checkRepeatedly({ 's|1-4': 'ab' }, ({ s }: { s: string }) => expect(s).toMatch(/^(ab){1,4}$/));
  });

  it('produce numbers by +step, range and decimals', () => {
    expect(make({ 'list|3': [{ 'id|+2': 10 }] })['list']).toEqual([
      { id: 10 },
      { id: 12 },
      { id: 14 },
    ]);
    checkRepeatedly({ 'n|5-7': 1 }, ({ n }: { n: number }) => expect([5, 6, 7]).toContain(n));
    checkRepeatedly({ 'n|-3--1': 1 }, ({ n }: { n: number }) => expect([-3, -2, -1]).toContain(n));
    expect(make({ 'n|7': 1 })).toEqual({ n: 7 });
    checkRepeatedly({ 'n|1-3.2-3': 1 }, ({ n }: { n: number }) =>
      expect(String(n)).toMatch(/^[123]\.\d{2,3}$/),
    );
    checkRepeatedly({ 'n|12.4': 1 }, ({ n }: { n: number }) =>
      expect(String(n)).toMatch(/^12\.\d{4}$/),
    );
  });

  it('choose booleans with equal or weighted probability', () => {
    const seen = new Set<boolean>();
    checkRepeatedly({ 'b|1': true }, ({ b }: { b: boolean }) => seen.add(b));
    expect(seen.size).toBe(2);
    expect(make({ 'b|5-0': true })).toEqual({ b: true });
    expect(make({ 'b|0-5': true })).toEqual({ b: false });
  });

  it('choose a number of fields of an object', () => {
    const object = { a: 1, b: 2, c: 3 };
    checkRepeatedly({ 'o|2': object }, ({ o }: { o: object }) =>
      expect(Object.keys(o)).toHaveLength(2),
    );
    checkRepeatedly({ 'o|1-2': object }, ({ o }: { o: object }) => {
      expect([1, 2]).toContain(Object.keys(o).length);
      expect(object).toMatchObject({ ...o });
    });
  });

  it('choose list elements in order or at random, and repeat lists', () => {
    checkRepeatedly({ 'x|1': ['a', 'b'] }, ({ x }: { x: string }) =>
      expect(['a', 'b']).toContain(x),
    );
    expect(make({ 'l|3': [{ 'x|+1': ['a', 'b'] }] })['l']).toEqual([
      { x: 'a' },
      { x: 'b' },
      { x: 'a' },
    ]);
    expect(make({ 'l|2': [1, 2] })['l']).toEqual([1, 2, 1, 2]);
    checkRepeatedly({ 'l|1-3': ['x'] }, ({ l }: { l: string[] }) => {
      expect(l.length).toBeGreaterThan(0);
      expect(l.length).toBeLessThan(4);
    });
    expect(make({ 'l|0': ['x'] })).toEqual({ l: [] });
  });

  it('are part of the name when they are invalid', () => {
    expect(make({ 'a|b': 1, '|3': 2, 'x|1-2-3': 3 })).toEqual({ 'a|b': 1, '|3': 2, 'x|1-2-3': 3 });
  });

  it('do not change values without rules', () => {
    const plain = { n: null, t: true, a: [1, 'x', { b: [] }], s: 'mei@harbor', e: '' };
    expect(make(plain)).toEqual(plain);
    expect(evaluateMock('x')).toBe('x');
    expect(evaluateMock([1])).toEqual([1]);
  });
});

describe('placeholders', () => {
  it('keep their type when they are the whole text, and become text otherwise', () => {
    expect(typeof make({ n: '@integer(1,9)' })['n']).toBe('number');
    expect(make({ n: 'No. @integer(7,7)!' })).toEqual({ n: 'No. 7!' });
    expect(make({ n: '@natural(1,1)@natural(2,2)' })).toEqual({ n: '12' });
  });

  it('refer to siblings, parents and absolute paths', () => {
    expect(make({ first: 'Mei', last: 'Lin', name: '@first @last' })).toMatchObject({
      name: 'Mei Lin',
    });
    expect(make({ a: { b: 5 }, c: { d: '@/a/b', e: '@../a/b' } })['c']).toEqual({ d: 5, e: 5 });
    expect(make({ c: '@/no/such' })).toEqual({ c: '@/no/such' });
  });

  it('accept placeholders, lists and quoted strings as arguments', () => {
    expect(make({ a: '@upper(@lower("ABC"))' })['a']).toBe('ABC');
    checkRepeatedly('@pick(["a, b", "c"])', (x: string) => expect(['a, b', 'c']).toContain(x));
    checkRepeatedly("@pick('x', 5)", (x: unknown) => expect(['x', 5]).toContain(x));
    expect((evaluateMock('@shuffle([1, 2, 3])') as number[]).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3,
    ]);
  });

  it('are plain text when unknown or escaped', () => {
    for (const text of ['@unknown', '@', 'a@b', '@(1)', '@constructor', '@__proto__'])
      expect(evaluateMock(text)).toBe(text);
    expect(evaluateMock('\\@name')).toBe('@name');
  });

  it.each<[string, RegExp | ((value: never) => boolean)]>([
    ['@boolean', (v) => typeof v === 'boolean'],
    ['@boolean(1, 0, true)', (v) => v === true],
    ['@natural', (v) => Number.isSafeInteger(v) && v >= 0],
    ['@natural(3, 5)', /^[345]$/],
    ['@integer', (v) => Number.isSafeInteger(v)],
    ['@integer(-2, 2)', /^(-[12]|[012])$/],
    ['@float(1, 2, 2, 3)', /^[12]\.\d{2,3}$/],
    ['@character("lower")', /^[a-z]$/],
    ['@string(5)', /^.{5}$/],
    ['@string("number", 2, 4)', /^\d{2,4}$/],
    ['@string("ab", 3)', /^[ab]{3}$/],
    ['@range(3)', /^0,1,2$/],
    ['@range(2, 9, 3)', /^2,5,8$/],
    ['@date', /^\d{4}-\d\d-\d\d$/],
    ['@date("yy/M/d")', /^\d\d\/\d{1,2}\/\d{1,2}$/],
    ['@time', /^\d\d:\d\d:\d\d$/],
    ['@datetime', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/],
    ['@datetime("T")', /^\d+$/],
    ['@now', /^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/],
    ['@now("day")', / 00:00:00$/],
    ['@now("year", "MM-dd")', /^01-01$/],
    ['@timestamp', (v) => Number.isInteger(v)],
    ['@image', /^http:\/\/dummyimage\.com\/\d+x\d+$/],
    [
      '@image("200x100", "#50B347", "#FFF", "png", "Mock")',
      /\/200x100\/50B347\/FFF\.png&text=Mock$/,
    ],
    ['@dataImage("20x10", "x")', /^data:image\/svg\+xml;base64,/],
    ['@color', /^#[0-9a-f]{6}$/],
    ['@hex', /^#[0-9a-f]{6}$/],
    ['@rgb', /^rgb\(\d+, \d+, \d+\)$/],
    ['@rgba', /^rgba\(\d+, \d+, \d+, 0\.\d+\)$/],
    ['@hsl', /^hsl\(\d+, \d+, \d+\)$/],
    ['@word', /^[a-z]{3,10}$/],
    ['@word(2)', /^[a-z]{2}$/],
    ['@sentence(3)', /^[A-Z][a-z]* [a-z]+ [a-z]+\.$/],
    ['@paragraph(2)', /^([^.]+\.){2}$/],
    ['@title(2)', /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ['@cword', /^\p{Script=Han}$/u],
    ['@cword(2, 4)', /^\p{Script=Han}{2,4}$/u],
    ['@cword("零一", 3)', /^[零一]{3}$/],
    ['@csentence(5)', /^\p{Script=Han}{5}。$/u],
    ['@cparagraph(2)', /^([^。]+。){2}$/],
    ['@ctitle(3, 4)', /^\p{Script=Han}{3,4}$/u],
    ['@first', /^[A-Z][a-z]+$/],
    ['@last', /^[A-Z][a-z]+$/],
    ['@name', /^\S+ \S+$/],
    ['@name(true)', /^\S+ \S+ \S+$/],
    ['@cfirst', /^\p{Script=Han}$/u],
    ['@clast', /^\p{Script=Han}{1,2}$/u],
    ['@cname', /^\p{Script=Han}{2,3}$/u],
    ['@url', /^http:\/\/\w+\.\w+\/\w+$/],
    ['@url("https", "a.dev")', /^https:\/\/a\.dev\/\w+$/],
    ['@protocol', /^[a-z]+$/],
    ['@domain("cn")', /^\w+\.cn$/],
    ['@tld', /^[a-z]+$/],
    ['@email', /^\w+\.\w+@\w+\.\w+$/],
    ['@email("a.dev")', /@a\.dev$/],
    ['@ip', /^\d+\.\d+\.\d+\.\d+$/],
    ['@region', /^[东华西].$/],
    ['@province', /^.{2,4}$/],
    ['@city', /市$/],
    ['@city(true)', /^\S+ \S+市$/],
    ['@county', /区$/],
    ['@county(true)', /^\S+ \S+市 \S+区$/],
    ['@zip', /^\d{6}$/],
    ['@capitalize("mei")', /^Mei$/],
    ['@upper("mei")', /^MEI$/],
    ['@lower("MEI")', /^mei$/],
    ['@guid', /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/],
    ['@uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
    ['@id', /^\d{18}$/],
    ['@increment', (v) => Number.isInteger(v)],
    ['@increment(100)', (v) => Number.isInteger(v) && v >= 100],
    ['@CNAME', /^\p{Script=Han}{2,3}$/u],
  ])('%s', (text, expected) => {
    for (let at = 0; at < 20; at += 1) {
      const value = evaluateMock(text);
      const fits =
        expected instanceof RegExp ? expected.test(String(value)) : expected(value as never);
      expect({ value, fits }).toEqual({ value, fits: true });
    }
  });
});
