import { describe, expect, it } from 'vitest';
import { destinationsIn } from './link-destinations.ts';
import { findMentions } from './find-mentions.ts';
import { withoutCode } from './without-code.ts';

describe('mentions', () => {
  it.each([
    ['@alice please look', ['alice']],
    ['Ask @alice, (@bob) or “@carol”', ['alice', 'bob', 'carol']],
    ['- @alice\n> @bob', ['alice', 'bob']],
    ['请@li.wei 看一下，@王芳，谢谢', ['li.wei', '王芳']],
    ['@alice and @alice', ['alice']],
    ['the end: @alice.', ['alice.', 'alice']],
    ['@dev-team_1 and @a@b', ['dev-team_1', 'a@b']],
    ['mail alice@example.com or a.@b.example', []],
    ['escaped \\@alice and @ alice and @a', []],
    ['`@alice` and ``a ` @bob``', []],
    ['```\n@alice\n```\n\n    @bob\n', []],
    ['~~~ts\n@Injectable()\n~~~', []],
    ['[@alice](/page/1) https://example.com/@bob <a title="@carol">', []],
    ['<!-- @alice --><code>@bob</code><pre>\n@carol</pre>', []],
    ['an open ` backtick @alice', ['alice']],
    ['- item\n\n    @alice is in the list', ['alice']],
  ])('%j', (markdown, expected) => {
    expect(findMentions(markdown)).toEqual(expected);
  });

  it('are limited', () => {
    const names = Array.from({ length: 5000 }, (_, at) => `@user${at}`);
    expect(findMentions(names.join(' ')).length).toBeLessThanOrEqual(201);
  });
});

describe('links outside of code', () => {
  it('are found in all notations', () => {
    const markdown = [
      '[a](/page/1) and [b](</page/2> "title")',
      '[c]: /page/3',
      '<a href="/page/4">d</a>',
      '`[e](/page/5)`',
      '```\n[f](/page/6)\n```',
      '- ```\n  [g](/page/7)\n  ```',
      '    [h](/page/8)',
      '[i](/page/9)',
    ].join('\n\n');
    expect(destinationsIn(withoutCode(markdown))).toEqual([
      '/page/1',
      '/page/2',
      '/page/3',
      '/page/4',
      '/page/9',
    ]);
  });
});

it('ends for texts that would take hours in quadratic time', () => {
  const hard = ['`', '``a`', '@', '[', '](', '[a](', '<', '<code>', '<!--', '[a]:', '- ', ' '];
  for (const part of hard) {
    const text = `x${part.repeat(Math.ceil(300_000 / part.length))}`;
    expect(findMentions(`${text}\n\n@alice`)).toContain('alice');
    expect(destinationsIn(withoutCode(`${text}\n\n[a](/page/1)`))).toContain('/page/1');
  }
});
