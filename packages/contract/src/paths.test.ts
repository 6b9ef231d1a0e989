import { describe, expect, it } from 'vitest';
import { paths, reservedWords } from './paths.ts';

describe('paths', () => {
  it('encode parameters and query', () => {
    expect(paths.itemPassword.href({ item_id: 7 }, { redirect: '/7/3?a=1' })).toBe(
      '/item/password/7?redirect=%2F7%2F3%3Fa%3D1',
    );
    expect(paths.item.href({ item: '../x' })).toBe('/..%2Fx');
    expect(paths.login.href({ redirect: undefined })).toBe('/user/login');
  });

  it('reserve the first segment of every path', () => {
    for (const word of ['user', 'item', 'page', 'p', 'catalog', 'notice', 'team', 'attachment'])
      expect(reservedWords).toContain(word);
    for (const word of ['admin', 'search', 'file', 'api', 'assets', 'health', 'help', 'demo'])
      expect(reservedWords).toContain(word);
    expect([...reservedWords].filter((word) => word.startsWith(':'))).toEqual([]);
  });
});
