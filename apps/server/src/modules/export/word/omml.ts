import { formulaMathml } from '@octavo/markdown/math-render';
import { parseMathml } from './mathml.ts';
import type { MathNode } from './mathml.ts';
import { escapeXml } from './xml.ts';

/** Operators with limits and an operand. */
const NARY = new Set('∑∏∐∫∬∭∮∯∰⋃⋂⋁⋀⨁⨂⨀⨄⨆');
/** Operators that end the operand of a sum or of a function. */
const ENDS_OPERAND = /^[+−±∓=≠<>≤≥≈≡∼≃≅∝→←↔⇒⇐⇔⟹⟸⟺↦∈∉⊂⊆⊃⊇,;:∧∨∪∩&]$/;
const OPENING = new Set('([{⟨⌊⌈');
const CLOSING = new Set(')]}⟩⌋⌉');
const APPLY = '\u2061';
const INVISIBLE = /[\u2061-\u2064]/g;

/** Maps the accents of KaTeX to the combining characters of OMML. */
const ACCENTS: Readonly<Record<string, string>> = {
  '^': '\u0302',
  '~': '\u0303',
  '˙': '\u0307',
  '¨': '\u0308',
  ˉ: '\u0305',
  ˇ: '\u030c',
  '˘': '\u0306',
  ˊ: '\u0301',
  ˋ: '\u0300',
  '˚': '\u030a',
  '⃗': '\u20d7',
  '→': '\u20d7',
  '←': '\u20d6',
  '↔': '\u20e1',
};

const VARIANTS: Readonly<Record<string, string>> = {
  normal: '<m:sty m:val="p"/>',
  italic: '<m:sty m:val="i"/>',
  bold: '<m:sty m:val="b"/>',
  'bold-italic': '<m:sty m:val="bi"/>',
  'double-struck': '<m:scr m:val="double-struck"/><m:sty m:val="p"/>',
  script: '<m:scr m:val="script"/><m:sty m:val="p"/>',
  fraktur: '<m:scr m:val="fraktur"/><m:sty m:val="p"/>',
  'sans-serif': '<m:scr m:val="sans-serif"/><m:sty m:val="p"/>',
  'sans-serif-italic': '<m:scr m:val="sans-serif"/><m:sty m:val="i"/>',
  'bold-sans-serif': '<m:scr m:val="sans-serif"/><m:sty m:val="b"/>',
  monospace: '<m:scr m:val="monospace"/><m:sty m:val="p"/>',
};
const TEXT = '<m:nor/>';

/** Elements that only group or style their children. */
const GROUPS = new Set(['root', 'span', 'math', 'semantics', 'mrow', 'mstyle', 'mpadded', 'mtd']);

function runXml(text: string, properties = ''): string {
  const shown = text.replaceAll(INVISIBLE, '');
  if (shown === '') return '';
  return (
    `<m:r>${properties && `<m:rPr>${properties}</m:rPr>`}` +
    `<m:t xml:space="preserve">${escapeXml(shown)}</m:t></m:r>`
  );
}

/** Word shows a dotted box for an empty argument; a zero-width space prevents that. */
function argument(name: string, xml: string): string {
  return `<m:${name}>${xml || '<m:r><m:t>\u200b</m:t></m:r>'}</m:${name}>`;
}

/** A property with a text value. */
function property(name: string, value: string): string {
  return `<m:${name} m:val="${escapeXml(value)}"/>`;
}

function element(name: string, properties: string, content: string): string {
  return `<m:${name}>${properties && `<m:${name}Pr>${properties}</m:${name}Pr>`}${content}</m:${name}>`;
}

const isStretchedFence = (node: MathNode | undefined): node is MathNode =>
  node?.tag === 'mo' &&
  node.attributes.get('fence') === 'true' &&
  // Delimiters such as `\bigl(` have a fixed size and are not paired.
  !node.attributes.has('minsize');

function isFenced({ tag, children }: MathNode): boolean {
  return (
    tag === 'mrow' &&
    children.length > 1 &&
    (isStretchedFence(children[0]) || isStretchedFence(children.at(-1)))
  );
}

/** Flattens nested rows; a row between delimiters stays separate. */
function flatten(nodes: readonly MathNode[]): MathNode[] {
  return nodes.flatMap((node) => {
    if (node.tag === 'annotation') return [];
    // KaTeX wraps `\overset` and `\underset` into a token.
    const isGroup = GROUPS.has(node.tag) || (node.children.length > 0 && /^m[ino]$/.test(node.tag));
    return isGroup && !isFenced(node) ? flatten(node.children) : [node];
  });
}

const SCRIPTS = new Set(['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover']);

/** The symbol of a node that consists of a single one, else an empty string. */
function symbolOf(node: MathNode | undefined): string {
  if (!node) return '';
  const [only, ...rest] = flatten([node]);
  return only && rest.length === 0 && only.children.length === 0 ? only.text : '';
}

const isNary = (node: MathNode | undefined) => NARY.has(symbolOf(node));
const isApply = (node: MathNode | undefined) => node?.tag === 'mo' && node.text === APPLY;

/** `\log_2` and `\lim_{x \to 0}` contain the function application operator in their base. */
function isFunctionWithScript({ tag, children: [base] }: MathNode): boolean {
  return SCRIPTS.has(tag) && base !== undefined && flatten([base]).some(isApply);
}

/** The end of the operand that starts at `from`: the next operator outside of brackets. */
function operandEnd(row: readonly MathNode[], from: number): number {
  let depth = 0;
  for (let at = from; at < row.length; at += 1) {
    const text = row[at]?.tag === 'mo' ? (row[at]?.text ?? '') : '';
    if (OPENING.has(text)) depth += 1;
    else if (CLOSING.has(text)) depth -= 1;
    if (depth < 0 || (depth === 0 && ENDS_OPERAND.test(text) && at > from)) return at;
  }
  return row.length;
}

/** The end of a function operand: one node, or a pair of brackets with its content. */
function functionOperandEnd(row: readonly MathNode[], from: number): number {
  const first = row[from];
  if (!first || (first.tag === 'mo' && ENDS_OPERAND.test(first.text))) return from;
  if (first.tag !== 'mo' || !OPENING.has(first.text)) return from + 1;
  let depth = 0;
  for (let at = from; at < row.length; at += 1) {
    if (OPENING.has(row[at]?.text ?? '')) depth += 1;
    else if (CLOSING.has(symbolOf(row[at]))) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return row.length;
}

function rowXml(nodes: readonly MathNode[]): string {
  const row = flatten(nodes);
  let xml = '';
  for (let at = 0; at < row.length; at += 1) {
    const node = row[at];
    if (!node) break;
    const next = row[at + 1];
    if (isNary(node) || (SCRIPTS.has(node.tag) && isNary(node.children[0]))) {
      const end = operandEnd(row, at + 1);
      xml += naryXml(node, rowXml(row.slice(at + 1, end)));
      at = end - 1;
    } else if ((node.tag === 'mi' && isApply(next)) || isFunctionWithScript(node)) {
      const from = isApply(next) ? at + 2 : at + 1;
      const end = functionOperandEnd(row, from);
      const name = nodeXml(node);
      const operand = rowXml(row.slice(from, end));
      xml += operand ? element('func', '', argument('fName', name) + argument('e', operand)) : name;
      at = Math.max(at, end - 1);
    } else xml += nodeXml(node);
  }
  return xml;
}

/** The children of a script element that are below and above its base. */
function scriptsOf({ tag, children: [, first, second] }: MathNode) {
  if (tag === 'msub' || tag === 'munder') return { below: first, above: undefined };
  if (tag === 'msup' || tag === 'mover') return { below: undefined, above: first };
  return { below: first, above: second };
}

const rowOf = (node: MathNode | undefined) => (node ? rowXml([node]) : '');

function naryXml(node: MathNode, operand: string): string {
  const isScript = SCRIPTS.has(node.tag);
  const { below, above } = isScript ? scriptsOf(node) : { below: undefined, above: undefined };
  const properties =
    property('chr', symbolOf(isScript ? node.children[0] : node)) +
    property('limLoc', node.tag.startsWith('mu') || node.tag === 'mover' ? 'undOvr' : 'subSup') +
    (below ? '' : property('subHide', '1')) +
    (above ? '' : property('supHide', '1'));
  const limits = argument('sub', rowOf(below)) + argument('sup', rowOf(above));
  return element('nary', properties, limits + argument('e', operand));
}

function fencedXml({ children }: MathNode): string {
  const begin = isStretchedFence(children[0]) ? children[0].text : '';
  const last = children.at(-1);
  const end = isStretchedFence(last) ? last.text : '';
  const inner = children.slice(
    isStretchedFence(children[0]) ? 1 : 0,
    isStretchedFence(last) ? -1 : undefined,
  );
  // `\middle|` separates the content of the delimiters.
  const signs = new Set(inner.filter(isStretchedFence).map(({ text }) => text));
  const [sign] = signs;
  const parts: MathNode[][] = [[]];
  for (const node of inner)
    if (signs.size === 1 && isStretchedFence(node)) parts.push([]);
    else parts.at(-1)?.push(node);
  const properties =
    property('begChr', begin) +
    (signs.size === 1 ? property('sepChr', sign ?? '') : '') +
    property('endChr', end);
  return element('d', properties, parts.map((part) => argument('e', rowXml(part))).join(''));
}

function scriptXml(node: MathNode): string {
  const base = argument('e', rowOf(node.children[0]));
  const { below, above } = scriptsOf(node);
  const sub = below ? argument('sub', rowOf(below)) : '';
  const sup = above ? argument('sup', rowOf(above)) : '';
  const name = `s${sub && 'Sub'}${sup && 'Sup'}`;
  return element(name, '', base + sub + sup);
}

/** An accent, a bar or a brace; undefined for any other text above or below the base. */
function accentXml(base: string, sign: string, isAbove: boolean): string | undefined {
  const position = property('pos', isAbove ? 'top' : 'bot');
  if (sign === '‾' || sign === '_') return element('bar', position, base);
  if (sign === '⏞' || sign === '⏟')
    return element(
      'groupChr',
      property('chr', sign) + position + property('vertJc', isAbove ? 'bot' : 'top'),
      base,
    );
  const accent = isAbove ? ACCENTS[sign] : undefined;
  return accent === undefined ? undefined : element('acc', property('chr', accent), base);
}

function limitsXml(node: MathNode): string {
  const { below, above } = scriptsOf(node);
  let xml = rowOf(node.children[0]);
  for (const [script, isAbove] of [
    [above, true],
    [below, false],
  ] as const) {
    if (!script) continue;
    const base = argument('e', xml);
    const isAccent =
      node.attributes.has('accent') ||
      node.attributes.has('accentunder') ||
      /^[⏞⏟]$/.test(symbolOf(script));
    xml =
      (isAccent ? accentXml(base, symbolOf(script), isAbove) : undefined) ??
      element(isAbove ? 'limUpp' : 'limLow', '', base + argument('lim', rowOf(script)));
  }
  return xml;
}

function tableXml({ attributes, children: rows }: MathNode): string {
  const cellsOf = (row: MathNode) => row.children.filter(({ tag }) => tag === 'mtd');
  // KaTeX renders a formula with a `\tag` as a full-width table: space, formula, space, tag.
  if (attributes.get('width') === '100%')
    return rows
      .map((row) => cellsOf(row).map(rowOf).filter(Boolean).join(runXml('\u2003', TEXT)))
      .join('');
  const columns = Math.max(1, ...rows.map((row) => cellsOf(row).length));
  const aligns = (attributes.get('columnalign') ?? '').split(' ');
  const columnXml = (align: string) =>
    element('mc', property('count', '1') + property('mcJc', align), '');
  const properties =
    property('plcHide', '1') +
    (attributes.get('columnspacing') === '0em'
      ? property('cGpRule', '3') + property('cGp', '0')
      : '') +
    `<m:mcs>${Array.from({ length: columns }, (_, at) => columnXml(aligns[at] || 'center')).join('')}</m:mcs>`;
  const lines = rows.map((row) => {
    const cells = cellsOf(row);
    const made = Array.from({ length: columns }, (_, at) => `<m:e>${rowOf(cells[at])}</m:e>`);
    return `<m:mr>${made.join('')}</m:mr>`;
  });
  return element('m', properties, lines.join(''));
}

const STRIKES: Readonly<Record<string, string>> = {
  horizontalstrike: 'strikeH',
  updiagonalstrike: 'strikeBLTR',
  downdiagonalstrike: 'strikeTLBR',
};

function enclosedXml({ attributes, children }: MathNode): string {
  const content = rowXml(children);
  const notations = (attributes.get('notation') ?? '').split(' ');
  const strikes = Object.entries(STRIKES).flatMap(([notation, name]) =>
    notations.includes(notation) ? [property(name, '1')] : [],
  );
  if (!notations.includes('box') && strikes.length === 0) return content;
  const hidden = notations.includes('box')
    ? []
    : ['hideTop', 'hideBot', 'hideLeft', 'hideRight'].map((side) => property(side, '1'));
  return element('borderBox', [...hidden, ...strikes].join(''), argument('e', content));
}

function spaceXml({ attributes }: MathNode): string {
  if (attributes.get('linebreak') === 'newline') return '<m:r><w:br/></m:r>';
  const width = Number.parseFloat(attributes.get('width') ?? '0');
  if (!(width > 0)) return '';
  if (width < 0.4) return runXml('\u2009', TEXT);
  return runXml(width < 0.8 ? '\u2002' : '\u2003'.repeat(Math.min(4, Math.round(width))), TEXT);
}

function tokenXml({ tag, attributes, text }: MathNode): string {
  if (tag === 'mtext' || tag === 'ms') return runXml(text, TEXT);
  const variant = VARIANTS[attributes.get('mathvariant') ?? ''] ?? '';
  if (tag === 'mo') return runXml(text, variant);
  // Names of more than one letter are upright.
  const isUpright = tag === 'mn' || /^..+$/u.test(text.replaceAll(INVISIBLE, ''));
  return runXml(text, variant || (isUpright ? '<m:sty m:val="p"/>' : ''));
}

function nodeXml(node: MathNode): string {
  const { tag, attributes, children } = node;
  const [first, second] = children;
  switch (tag) {
    case 'mrow':
      return isFenced(node) ? fencedXml(node) : rowXml(children);
    case 'mfrac':
      return element(
        'f',
        attributes.get('linethickness')?.startsWith('0') ? property('type', 'noBar') : '',
        argument('num', rowOf(first)) + argument('den', rowOf(second)),
      );
    case 'msqrt':
      return element('rad', property('degHide', '1'), `<m:deg/>${argument('e', rowXml(children))}`);
    case 'mroot':
      return element('rad', '', argument('deg', rowOf(second)) + argument('e', rowOf(first)));
    case 'msub':
    case 'msup':
    case 'msubsup':
      return scriptXml(node);
    case 'munder':
    case 'mover':
    case 'munderover':
      return limitsXml(node);
    case 'mtable':
      return tableXml(node);
    case 'menclose':
      return enclosedXml(node);
    case 'mphantom':
      return element('phant', property('show', '0'), argument('e', rowXml(children)));
    case 'mspace':
      return spaceXml(node);
    default:
      return children.length > 0 ? rowXml(children) : tokenXml(node);
  }
}

/** Converts a LaTeX formula to Office Math; undefined when KaTeX cannot parse it or it is nested too deeply. */
export function formulaOmml(source: string, displayMode: boolean): string | undefined {
  const mathml = formulaMathml(source, displayMode);
  if (mathml === undefined) return undefined;
  try {
    return `<m:oMath>${rowXml([parseMathml(mathml)])}</m:oMath>`;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
