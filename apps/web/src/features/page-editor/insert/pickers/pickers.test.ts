import { describe, expect, it } from 'vitest';
import { emojis, filterEmoji } from './emoji-list.ts';
import { pageLink } from './page-link.ts';

describe('emoji', () => {
  it('are different and have names in both languages', () => {
    expect(new Set(emojis.map(({ character }) => character)).size).toBe(emojis.length);
    expect(emojis.length).toBeGreaterThan(300);
    for (const { character, en, zh } of emojis) {
      expect(character).toMatch(/^\p{RGI_Emoji}$/v);
      expect([...en, ...zh].every((name) => name.trim() === name && name !== '')).toBe(true);
      expect(zh.every((name) => /\p{Script=Han}/u.test(name))).toBe(true);
    }
  });

  it.each([
    ['rocket', '🚀'],
    ['roc', '🚀'],
    ['thumbsup', '👍'],
    ['+1', '👍'],
    ['上线', '🚀'],
    ['点赞', '👍'],
    ['bug', '🐛'],
    ['done', '✅'],
  ])('%s finds %s', (query, character) => {
    expect(filterEmoji(query).map((emoji) => emoji.character)).toContain(character);
  });

  it('are found by whole names first', () => {
    expect(filterEmoji('fire')[0]?.character).toBe('🔥');
    expect(filterEmoji('zzzz')).toEqual([]);
  });
});

describe('links to pages', () => {
  it('escape brackets and name the heading', () => {
    expect(pageLink(7, 'Create [v2] an order')).toBe(String.raw`[Create \[v2\] an order](/page/7)`);
    expect(pageLink(7, 'Orders', { text: '错误码', id: 'user-content-错误码' })).toBe(
      '[Orders › 错误码](/page/7#user-content-错误码)',
    );
  });
});
