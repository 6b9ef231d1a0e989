/** Reads the few properties from `style` of legacy pages that have an equivalent HTML attribute. */

type Attributes = Readonly<Record<string, string>>;

function styleProperty(attributes: Attributes, property: string): string | undefined {
  for (const declaration of (attributes['style'] ?? '').slice(0, 500).split(';')) {
    const colon = declaration.indexOf(':');
    if (declaration.slice(0, colon).trim().toLowerCase() === property) {
      return declaration.slice(colon + 1).trim();
    }
  }
  return undefined;
}

export function colorOf(attributes: Attributes): string | undefined {
  const color = (attributes['color'] ?? styleProperty(attributes, 'color') ?? '')
    .toLowerCase()
    .trim();
  if (/^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]{3,20})$/.test(color)) return color;
  const rgb = /^rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)$/.exec(color);
  if (!rgb) return undefined;
  const hex = (part: string) => Math.min(Number(part), 255).toString(16).padStart(2, '0');
  return `#${rgb.slice(1).map(hex).join('')}`;
}

export function alignOf(attributes: Attributes): string | undefined {
  const align = (
    attributes['align'] ??
    styleProperty(attributes, 'text-align') ??
    ''
  ).toLowerCase();
  return /^(?:left|right|center|justify)$/.test(align) ? align : undefined;
}

/** Accepts `300`, `300px` and `50%`. */
export function lengthOf(attributes: Attributes, property: 'width' | 'height'): string | undefined {
  const length = attributes[property] ?? styleProperty(attributes, property) ?? '';
  return /^(\d{1,4}%?)(?:px)?$/.exec(length.trim())?.[1];
}
