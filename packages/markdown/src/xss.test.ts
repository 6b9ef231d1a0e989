import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newDocument, restoreHtml } from './document.ts';
import { sanitize } from './sanitize.ts';
import { problemsIn } from '../tests/safe-html.ts';
import { toHtml } from './to-html.ts';
import { xssPayloadGroups, xssPayloads } from '../tests/xss-payloads.ts';

describe('XSS payloads', () => {
  it('number more than 900', () => {
    expect(xssPayloads.length).toBeGreaterThan(900);
  });

  it.each([
    '<img src="x" onerror="alert(1)" />',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java&#9;script:alert(1)">x</a>',
    '<script>alert(1)</script>',
    '<p style="position:fixed;">x</p>',
    '<p id="login">x</p>',
    '<p class="mask">x</p>',
    '<svg><path d="x"/></svg>',
    '<p>x',
    '</p>',
    '<p title="<">x</p>',
    '1 < 2',
  ])('are detected by the checker: %s', (html) => {
    expect(problemsIn(html)).not.toEqual([]);
  });

  for (const [group, payloads] of Object.entries(xssPayloadGroups)) {
    it(`of the group ${group} are rendered with listed tags, attributes and schemes only`, () => {
      const failed = payloads.flatMap((payload) =>
        [true, false].flatMap((showdocDialect) => {
          const { html } = toHtml(payload, { showdocDialect, sourceLines: true });
          return problemsIn(html).map((problem) => ({ payload, problem, html }));
        }),
      );
      expect(failed).toEqual([]);
    });

    it(`of the group ${group} are removed by the sanitiser alone`, () => {
      const failed = payloads.flatMap((payload) => {
        const document = newDocument({});
        const html = restoreHtml(document, sanitize(payload, document));
        return problemsIn(html).map((problem) => ({ payload, problem }));
      });
      expect(failed).toEqual([]);
    });
  }

  it('are removed in random combinations', () => {
    const pieces = xssPayloads.flatMap((payload) => [
      payload,
      payload.slice(0, payload.length / 2),
    ]);
    const glue = [
      '',
      ' ',
      '\n',
      '\n\n',
      '\n> ',
      '\n- ',
      '|',
      '`',
      '"',
      "'",
      '<div>',
      '</div>',
      '$',
      '-->',
    ];
    const document = fc
      .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(...glue)), { maxLength: 8 })
      .map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(document, (markdown) => problemsIn(toHtml(markdown).html).length === 0),
      { seed: 20_260_314, numRuns: 3_000 },
    );
  });

  it('cannot be produced by random text', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'<>"\'/=&#;:!-[]()`$*_|\n\\ abijnorst'.split('')),
      maxLength: 200,
    });
    fc.assert(
      fc.property(text, (markdown) => problemsIn(toHtml(markdown).html).length === 0),
      { seed: 20_260_315, numRuns: 3_000 },
    );
  });
});
