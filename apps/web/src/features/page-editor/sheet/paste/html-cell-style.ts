/** The style of pasted cells, from their `style` attribute and the CSS rules in the head that Excel writes. */

const RULE = /\.([\w-]+)\s*\{([^}]*)\}/g;
const COLOR = /^(?:#[\da-f]{6}|rgb\([\d\s,]+\))$/i;
const ALIGN: Readonly<Record<string, number>> = { center: 0, left: 1, right: 2 };

export function parseStyleRules(page: Document): ReadonlyMap<string, string> {
  const rules = new Map<string, string>();
  for (const { textContent } of page.querySelectorAll('style'))
    for (const [, name = '', rule = ''] of textContent.matchAll(RULE)) rules.set(name, rule);
  return rules;
}

function declarationsOf(
  cell: Element,
  rules: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  const texts = [...cell.classList].map((name) => rules.get(name) ?? '');
  for (const text of [...texts, cell.getAttribute('style') ?? ''])
    for (const decoration of text.split(';')) {
      const at = decoration.indexOf(':');
      if (at > 0)
        declarations.set(
          decoration.slice(0, at).trim().toLowerCase(),
          decoration.slice(at + 1).trim(),
        );
    }
  return declarations;
}

const parseColor = (text: string | null | undefined) =>
  text && COLOR.test(text.trim()) ? text.trim().toLowerCase() : undefined;

export interface PastedStyle {
  bl?: 1;
  it?: 1;
  un?: 1;
  cl?: 1;
  fc?: string;
  bg?: string;
  ht?: number;
}

/** Whether the source program formats the cell as text. */
export function hasTextFormat(cell: Element, rules: ReadonlyMap<string, string>): boolean {
  return (declarationsOf(cell, rules).get('mso-number-format') ?? '').includes('@');
}

export function parseCellStyle(cell: Element, rules: ReadonlyMap<string, string>): PastedStyle {
  const style = declarationsOf(cell, rules);
  const inner = cell.children.length === 1 ? cell.querySelector('b, strong, i, em, u, s') : null;
  const tag = inner?.localName ?? '';
  const decoration = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
  const weight = style.get('font-weight') ?? '';
  const [color, background] = [
    parseColor(style.get('color')),
    parseColor(
      style.get('background-color') ?? style.get('background') ?? cell.getAttribute('bgcolor'),
    ),
  ];
  const cellStyle: PastedStyle = {};
  if (/^(?:bold|[6-9]00)$/.test(weight) || /^(?:b|strong)$/.test(tag) || cell.localName === 'th')
    cellStyle.bl = 1;
  if (style.get('font-style') === 'italic' || /^(?:i|em)$/.test(tag)) cellStyle.it = 1;
  if (decoration.includes('underline') || tag === 'u') cellStyle.un = 1;
  if (decoration.includes('line-through') || tag === 's') cellStyle.cl = 1;
  // Black on white is the default and is not stored.
  if (color && color !== '#000000' && color !== 'rgb(0, 0, 0)') cellStyle.fc = color;
  if (background && background !== '#ffffff' && background !== 'rgb(255, 255, 255)')
    cellStyle.bg = background;
  const align = ALIGN[style.get('text-align') ?? cell.getAttribute('align') ?? ''];
  if (align !== undefined) cellStyle.ht = align;
  return cellStyle;
}
