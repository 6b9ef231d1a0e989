import { describe, expect, it } from 'vitest';
import type { Block } from './blocks.ts';
import { toBlocks } from './to-blocks.ts';

const text = (words: string, marks = {}) => ({ kind: 'text', text: words, ...marks });

describe('toBlocks', () => {
  it.each<[string, string, unknown[]]>([
    [
      'headings and marked text',
      '## A *b*\n\nc **d `e`** ~~f~~ [g](/h)',
      [
        { kind: 'heading', level: 2, text: [text('A '), text('b', { italic: true })] },
        {
          kind: 'paragraph',
          text: [
            text('c '),
            text('d ', { bold: true }),
            text('e', { bold: true, code: true }),
            text(' '),
            text('f', { strike: true }),
            text(' '),
            text('g', { href: '/h' }),
          ],
        },
      ],
    ],
    [
      'images with widths, titles and captions',
      '![a](/x.png "b"){width=480}\n\n![c](/y.png "d"){width=50%} e\n\n- ![](/z.png "f")',
      [
        {
          kind: 'figure',
          image: { kind: 'image', src: '/x.png', alt: 'a', width: { value: 480, unit: 'px' } },
          caption: 'b',
        },
        {
          kind: 'paragraph',
          text: [
            {
              kind: 'image',
              src: '/y.png',
              alt: 'c',
              title: 'd',
              width: { value: 50, unit: '%' },
            },
            text(' e'),
          ],
        },
        {
          kind: 'list',
          ordered: false,
          start: 1,
          items: [
            {
              checked: undefined,
              blocks: [
                { kind: 'figure', image: { kind: 'image', src: '/z.png', alt: '' }, caption: 'f' },
              ],
            },
          ],
        },
      ],
    ],
    [
      'lists inside lists, with tasks',
      '3. a\n4. b\n   - [x] c\n   - [ ] d',
      [
        {
          kind: 'list',
          ordered: true,
          start: 3,
          items: [
            { checked: undefined, blocks: [{ kind: 'paragraph', text: [text('a')] }] },
            {
              checked: undefined,
              blocks: [
                { kind: 'paragraph', text: [text('b')] },
                {
                  kind: 'list',
                  ordered: false,
                  start: 1,
                  items: [
                    {
                      checked: true,
                      blocks: [{ kind: 'paragraph', text: [text(' c')] }],
                    },
                    {
                      checked: false,
                      blocks: [{ kind: 'paragraph', text: [text(' d')] }],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    ],
    [
      'tables',
      '|a|b|\n|:-|-:|\n|1<br>2||',
      [
        {
          kind: 'table',
          aligns: ['left', 'right'],
          head: [[text('a')], [text('b')]],
          rows: [[[text('1'), { kind: 'break' }, text('2')], []]],
        },
      ],
    ],
    [
      'code, quotations, rules and addresses of calls',
      '```json 200 OK\n{}\n```\n\n> q\n\n---\n\n`POST /x`',
      [
        { kind: 'code', info: 'json 200 OK', code: '{}' },
        { kind: 'quote', blocks: [{ kind: 'paragraph', text: [text('q')] }] },
        { kind: 'rule' },
        { kind: 'endpoint', methods: ['POST'], note: '', url: '/x' },
      ],
    ],
    [
      'formulas, and code where they are too long',
      `a $x^2$\n\n$$\ny\n$$\n\n\`\`\`math\nz\n\`\`\`\n\n$$\n${'x'.repeat(5_000)}\n$$`,
      [
        { kind: 'paragraph', text: [text('a '), { kind: 'formula', source: 'x^2' }] },
        { kind: 'formula', source: 'y' },
        { kind: 'formula', source: 'z' },
        { kind: 'code', info: '', code: 'x'.repeat(5_000) },
      ],
    ],
    [
      'diagrams, as mermaid and as they were written',
      '```mermaid\ngraph TD\n```\n\n```seq\na->b: c\n```\n\n```plantuml\nx\n```',
      [
        { kind: 'diagram', mermaid: 'graph TD', info: 'mermaid', code: 'graph TD' },
        {
          kind: 'diagram',
          mermaid: 'sequenceDiagram\nparticipant p0 as a\nparticipant p1 as b\np0->>p1: c',
          info: 'seq',
          code: 'a->b: c',
        },
        { kind: 'code', info: 'plantuml', code: 'x' },
      ],
    ],
    [
      'pictures, also those of HTML, whose other tags are dropped',
      '![w](/p.png)\n\n<div><b>x</b> &amp; \\ <img alt="y" src="/z.png"></div>',
      [
        { kind: 'paragraph', text: [{ kind: 'image', src: '/p.png', alt: 'w' }] },
        {
          kind: 'paragraph',
          text: [text('x'), text(' & \\ '), { kind: 'image', src: '/z.png', alt: 'y' }],
        },
      ],
    ],
  ])('converts %s', (_what, markdown, blocks) => {
    expect(toBlocks(markdown)).toEqual(blocks);
  });

  it('converts footnotes to a list at the end', () => {
    const [paragraph, list] = toBlocks('a[^1]\n\n[^1]: note') as [Block, Block];
    expect(paragraph).toMatchObject({ text: [text('a'), text('[1]', { sup: true })] });
    expect(list).toMatchObject({ kind: 'list', ordered: true, items: [{ checked: undefined }] });
    expect(JSON.stringify(list)).toContain('note');
  });

  it('does not link unsafe URLs', () => {
    expect(JSON.stringify(toBlocks('[x](javascript:alert(1))'))).not.toContain('href');
  });
});
