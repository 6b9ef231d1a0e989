import katex, { type KatexOptions } from 'katex';
import type { MarkdownDocument } from './document.ts';
import { escapeHtml } from './escape.ts';
import { LIMITS } from './limits.ts';
import { isValidMarkup, type MarkupRules } from './validate-markup.ts';

const SAFE_VALUE = /^[\w .#%,()+/-]*$/;
/** Sizes, borders and colours; `position: relative` only to shift a symbol within its line. */
const STYLE =
  /^(?:(?:position: ?relative|(?:(?:min-)?width|height|top|bottom|left|vertical-align|margin(?:-\w+)?|padding-left|border(?:-\w+)*|(?:background-)?color|text-shadow): ?[\w .#%(),+-]*)(?:;|$))*$/;
const SPAN_ATTRIBUTES = { class: SAFE_VALUE, style: STYLE, 'aria-hidden': /^true$/, title: /^/ };

const MATHML_ATTRIBUTES = Object.fromEntries(
  (
    'accent accentunder class columnalign columnlines columnspacing depth display displaystyle ' +
    'encoding fence height largeop linebreak linethickness lspace mathbackground mathcolor mathsize ' +
    'mathvariant maxsize minsize movablelimits notation rowlines rowspacing rspace scriptlevel ' +
    'separator side stretchy style symmetric valign voffset width'
  )
    .split(' ')
    .map((name) => [name, name === 'style' ? STYLE : SAFE_VALUE]),
);

const MATHML_TAGS =
  'annotation menclose mfrac mi mlabeledtr mn mo mover mpadded mphantom mroot mrow ms mspace msqrt ' +
  'mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics';

/** The output of KaTeX with `trust: false`: no links, images or ids. */
const KATEX_RULES: MarkupRules = {
  ...Object.fromEntries(MATHML_TAGS.split(' ').map((tag) => [tag, MATHML_ATTRIBUTES])),
  math: { ...MATHML_ATTRIBUTES, xmlns: /^http:\/\/www\.w3\.org\/1998\/Math\/MathML$/ },
  span: SPAN_ATTRIBUTES,
  svg: {
    xmlns: /^http:\/\/www\.w3\.org\/2000\/svg$/,
    width: SAFE_VALUE,
    height: SAFE_VALUE,
    viewBox: SAFE_VALUE,
    preserveAspectRatio: SAFE_VALUE,
    style: STYLE,
  },
  path: { d: /^[\w\s.,-]*$/ },
  line: {
    x1: SAFE_VALUE,
    x2: SAFE_VALUE,
    y1: SAFE_VALUE,
    y2: SAFE_VALUE,
    'stroke-width': SAFE_VALUE,
  },
};

/** Harmless deviations from LaTeX, such as Chinese text in a formula. */
const IGNORED_WARNINGS = new Set([
  'unicodeTextInMathMode',
  'mathVsTextUnits',
  'mathVsTextAccents',
  'mathVsSout',
  'newLineInDisplayMode',
  'commentAtEnd',
]);

function strict(problem: string): 'ignore' | 'error' {
  return IGNORED_WARNINGS.has(problem) ? 'ignore' : 'error';
}

/** Counts a formula against the limits of its document; returns false if it exceeds them. */
export function countFormula(source: string, { budget }: MarkdownDocument): boolean {
  const maxLength = Math.min(LIMITS.formulaLength, budget.formulaCharacters);
  if (source.length > maxLength || budget.formulas === 0) return false;
  budget.formulas -= 1;
  budget.formulaCharacters -= source.length;
  return true;
}

/** Renders a formula as HTML and MathML; returns its source if it is too long or invalid. */
export function renderFormula(
  source: string,
  displayMode: boolean,
  document: MarkdownDocument,
): string {
  const html = countFormula(source, document) ? katexMarkup(source, { displayMode }) : undefined;
  if (html === undefined) return `<code class="math-source">${escapeHtml(source)}</code>`;
  document.uses.math = true;
  return html;
}

/** Renders a formula as MathML only, for formats other than HTML; undefined if it is invalid. */
export function formulaMathml(source: string, displayMode: boolean): string | undefined {
  return katexMarkup(source, { displayMode, output: 'mathml', throwOnError: true });
}

function katexMarkup(source: string, options: KatexOptions): string | undefined {
  try {
    const markup = katex.renderToString(source, {
      trust: false,
      strict,
      maxSize: 10,
      maxExpand: 200,
      throwOnError: false,
      // The error colour of the reader, which depends on the theme.
      errorColor: 'var(--bad, #b92323)',
      ...options,
    });
    return isValidMarkup(markup, KATEX_RULES) ? markup : undefined;
  } catch (error) {
    // Deeply nested braces overflow the stack inside KaTeX; the source is shown instead.
    if (error instanceof RangeError || error instanceof katex.ParseError) return undefined;
    throw error;
  }
}
