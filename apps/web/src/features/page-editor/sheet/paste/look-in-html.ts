/** The style of pasted cells, from their `style` attribute and the CSS rules in the head that Excel writes. */

const RULE = /\.([\w-]+)\s*\{([^}]*)\}/g;
const COLOR = /^(?:#[\da-f]{6}|rgb\([\d\s,]+\))$/i;
const ALIGN: Readonly<Record<string, number>> = { center: 0, left: 1, right: 2 };

export function rulesIn(page: Document): ReadonlyMap<string, string> {
  const rules = new Map<string, string>();
  for (const { textContent } of page.querySelectorAll('style'))
    for (const [, name = '', rule = ''] of textContent.matchAll(RULE)) rules.set(name, rule);
  return rules;
}

function declared(cell: Element, rules: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const texts = [...cell.classList].map((name) => rules.get(name) ?? '');
  for (const text of [...texts, cell.getAttribute('style') ?? ''])
    for (const line of text.split(';')) {
      const at = line.indexOf(':');
      if (at > 0) found.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
    }
  return found;
}

const colorOf = (text: string | null | undefined) =>
  text && COLOR.test(text.trim()) ? text.trim().toLowerCase() : undefined;

export interface PastedLook {
  bl?: 1;
  it?: 1;
  un?: 1;
  cl?: 1;
  fc?: string;
  bg?: string;
  ht?: number;
}

/** Whether the source program formats the cell as text. */
export function isText(cell: Element, rules: ReadonlyMap<string, string>): boolean {
  return (declared(cell, rules).get('mso-number-format') ?? '').includes('@');
}

export function lookIn(cell: Element, rules: ReadonlyMap<string, string>): PastedLook {
  const style = declared(cell, rules);
  const inner = cell.children.length === 1 ? cell.querySelector('b, strong, i, em, u, s') : null;
  const tag = inner?.localName ?? '';
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
  const weight = style.get('font-weight') ?? '';
  const [ink, paper] = [
    colorOf(style.get('color')),
    colorOf(
      style.get('background-color') ?? style.get('background') ?? cell.getAttribute('bgcolor'),
    ),
  ];
  const look: PastedLook = {};
  if (/^(?:bold|[6-9]00)$/.test(weight) || /^(?:b|strong)$/.test(tag) || cell.localName === 'th')
    look.bl = 1;
  if (style.get('font-style') === 'italic' || /^(?:i|em)$/.test(tag)) look.it = 1;
  if (line.includes('underline') || tag === 'u') look.un = 1;
  if (line.includes('line-through') || tag === 's') look.cl = 1;
  // Black on white is the default and is not stored.
  if (ink && ink !== '#000000' && ink !== 'rgb(0, 0, 0)') look.fc = ink;
  if (paper && paper !== '#ffffff' && paper !== 'rgb(255, 255, 255)') look.bg = paper;
  const align = ALIGN[style.get('text-align') ?? cell.getAttribute('align') ?? ''];
  if (align !== undefined) look.ht = align;
  return look;
}
