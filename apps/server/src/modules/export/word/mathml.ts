/** An element of MathML; only elements without children have text. */
export interface MathNode {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: MathNode[];
  text: string;
}

const PIECE = /<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"]*")*) ?(\/?)>|([^<]+)/g;
const ATTRIBUTE = / ([a-zA-Z:-]+)="([^"]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

function decode(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}

function nodeOf(tag: string, attributes = ''): MathNode {
  const pairs = Array.from(
    attributes.matchAll(ATTRIBUTE),
    ([, name = '', value = '']) => [name, decode(value)] as const,
  );
  return { tag, attributes: new Map(pairs), children: [], text: '' };
}

/** Parses the markup of KaTeX, which is well-formed. */
export function parseMathml(markup: string): MathNode {
  const root = nodeOf('root');
  const open = [root];
  for (const [, closing, tag = '', attributes, isEmpty, text] of markup.matchAll(PIECE)) {
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.text += decode(text);
    else if (closing) open.pop();
    else {
      const node = nodeOf(tag, attributes);
      parent.children.push(node);
      if (!isEmpty) open.push(node);
    }
  }
  return root;
}
