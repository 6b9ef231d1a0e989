import { describe, expect, it } from 'vitest';
import { toExcerpt, searchTexts, findMarks, toSearchWords } from './search-texts.ts';

const titles = ['', '订单接口', 'Refunds', 'Orders'];
const texts = [
  [1, '创建一个新的订单并锁定库存，随后返回支付链接。'],
  [2, 'A refund returns the ＡＰＩ fee and POST /v2/refunds/{id}.'],
  [3, 'Nothing about money'],
] as const;
const find = (keyword: string) => searchTexts(texts, (number) => titles[number] ?? '', keyword);

describe('searching an exported site', () => {
  it('finds a Chinese word inside a sentence and parts of names and paths', () => {
    expect(find('锁定库存')).toEqual([1]);
    expect(find('付链')).toEqual([1]);
    expect(find('efund')).toEqual([2]);
    expect(find('/v2/ref')).toEqual([2]);
    expect(find('不存在')).toEqual([]);
    expect(find('  ')).toEqual([]);
  });

  it('ignores case and character width and requires every word', () => {
    expect(find('api')).toEqual([2]);
    expect(find('API fee')).toEqual([2]);
    expect(find('api 订单')).toEqual([]);
  });

  it('lists pages with the words in their title first', () => {
    expect(searchTexts([texts[1], texts[0]], (number) => titles[number] ?? '', '订单')).toEqual([
      1,
    ]);
    expect(searchTexts([[2, 'orders here'], texts[2]], (n) => titles[n] ?? '', 'orders')).toEqual([
      3, 2,
    ]);
  });

  it('returns an excerpt with the marked words', () => {
    const { excerpt, marks } = toExcerpt(2, texts[1][1], toSearchWords('api'));
    expect(marks.map(([from, to]) => excerpt.slice(from, to))).toEqual(['ＡＰＩ']);
    const far = toExcerpt(1, `${'前'.repeat(500)}库存${'后'.repeat(500)}`, ['库存']);
    expect(far.excerpt.startsWith('…') && far.excerpt.endsWith('…')).toBe(true);
    expect(far.marks.map(([from, to]) => far.excerpt.slice(from, to))).toEqual(['库存']);
    expect(findMarks('aaa', ['aa', 'a'])).toEqual([
      [0, 2],
      [2, 3],
    ]);
  });
});
