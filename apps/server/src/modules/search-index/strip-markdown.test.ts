import { describe, expect, it } from 'vitest';
import { cpuTime } from '../../../tests/helpers/cpu-time.ts';
import { stripMarkdown } from './strip-markdown.ts';

const line = (piece: string) => stripMarkdown(piece).replaceAll(/\s+/g, ' ').trim();

describe('stripMarkdown', () => {
  it.each([
    ['headings', '## Login\n###Heading', 'Login Heading'],
    ['lists and quotes', '- one\n* two\n1. three\n> four', 'one two three four'],
    ['callouts', '> [!WARNING]\n> Stock', 'Stock'],
    ['tables', '| a | b |\n|:--|---|\n| 用户 | id |', 'a b 用户 id'],
    ['code', '```json\n{"a": 1}\n```\n`x_y`', '{"a": 1} x_y'],
    [
      'links and pictures',
      'see [the manual](https://a.test/b) ![plan](/file/x/y.png)',
      'see the manual plan',
    ],
    ['emphasis', '**bold** and ~~gone~~', 'bold and gone'],
    [
      'names as they are',
      'user_id __init__ a*b List<String> -1 #',
      'user_id __init__ a*b List<String> -1 #',
    ],
    ['HTML that is rendered', 'a<br>b <font color="red">c</font>', 'a b c'],
    ['rulers', 'a\n\n---\n\nb\n===', 'a b'],
  ])('%s', (_case, piece, expected) => {
    expect(line(piece)).toBe(expected);
  });

  it('is fast for malicious input', async () => {
    const cost = await cpuTime(() => {
      for (const evil of ['[', '|-', '<a ', '```', '![](', '- ', '#', '*'])
        stripMarkdown(evil.repeat(2000).slice(0, 1000));
    });
    expect(cost).toBeLessThan(1000);
  });
});
