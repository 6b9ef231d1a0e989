import { describe, expect, it } from 'vitest';
import { displayed, lineClasses } from './tests/live-test-view.ts';

describe('marks', () => {
  it.each([
    ['one **bold** and _thin_', 'one bold and thin'],
    ['`code` ~~gone~~', 'code gone'],
    ['## Title ##', 'Title'],
    ['###Tight', 'Tight'],
    ['#123 is an issue', '#123 is an issue'],
    ['Title\n=====', 'Title\n'],
    ['> a\n> b', 'a\nb'],
    ['see [the **docs**](/page/7 "t") now', 'see the docs now'],
    ['<https://a.example>', 'https://a.example'],
    ['an [optional] part[^1]', 'an [optional] part[^1]'],
    [String.raw`1 \* 2`, '1 * 2'],
    ['- a\n- b', '•a\n•b'],
    ['- a\n  - b\n    more', '•a\n•b\nmore'],
    ['2. a', '2. a'],
    ['1. a\n1. b\n1. c', '1. a\n2. b\n3. c'],
    ['2. a\n   5. b\n   9. c\n\n4. d', '2. a\n5. b\n6. c\n\n3. d'],
    ['> 1) a\n> 7) b', '1) a\n2) b'],
    ['- [ ] a\n- [x] b', '☐a\n☐b'],
    ['a\n\n---', 'a\n\n—'],
    ['text ![alt](a.png){width=480} and $x^2$', '<image>'],
    ['- ![alt](a.png){width=480} and $x_1$, 5$ or $HOME', '•▣ and ▣, 5$ or $HOME'],
    ['`$x$` is code', '$x$ is code'],
  ])('of %j are hidden', (text, shown) => {
    expect(displayed(`^\n\n${text}`)).toBe(`\n\n${shown}`);
  });

  it.each([
    'one **bold**^ word',
    '## Title^',
    '> quoted^',
    '- [ ] task^',
    '[label](/page/7)^',
    'one **bold**\nand `code`^',
  ])('of the block with the cursor are shown: %j', (text) => {
    expect(displayed(text)).toBe(text.replace('^', ''));
  });

  it('are hidden in other blocks', () => {
    expect(displayed('**a**\n\n**b**^\n\n- **c**\n- **d**')).toBe('a\n\n**b**\n\n•c\n•d');
  });
});

describe('lines', () => {
  it('have the style of their block', () => {
    const text = '^\n\n# One\n\n> quoted\n> > twice\n\n- item\n  - inner\n\n    code';
    expect(lineClasses(text, 3)).toEqual(['live-h1', 'live-heading']);
    expect(lineClasses(text, 4)).toEqual(['live-blank']);
    expect(lineClasses(text, 5)).toContain('live-quote-1');
    expect(lineClasses(text, 6)).toContain('live-quote-2');
    expect(lineClasses(text, 9)).toContain('live-item-2');
  });

  it('of the block with the cursor have a ground', () => {
    const text = 'first\nsecond^\n\nother';
    expect(lineClasses(text, 1)).toEqual(['live-active', 'live-first']);
    expect(lineClasses(text, 2)).toEqual(['live-active', 'live-last']);
    expect(lineClasses(text, 4)).toEqual([]);
  });
});
