/** Attribute names and what their values look like, for each tag a generator may write. */
export type MarkupRules = Readonly<Record<string, Readonly<Record<string, RegExp>>>>;

const PIECE = /[^<]+|<\/([a-zA-Z]+)>|<([a-zA-Z]+)((?: [a-zA-Z0-9:-]+="[^"<>]*")*) ?(\/?)>/y;
const ATTRIBUTE = / ([a-zA-Z0-9:-]+)="([^"]*)"/g;

/**
 * Whether HTML made by a library holds nothing but the listed tags and attributes, each closed.
 * It is a proof, not a repair: markup that fails is thrown away and the source is shown instead.
 */
export function followsRules(html: string, rules: MarkupRules): boolean {
  const open: string[] = [];
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < html.length) {
    const piece = PIECE.exec(html);
    if (!piece) return false;
    const [, closed, opened, attributes = '', selfClosed] = piece;
    if (closed !== undefined && open.pop() !== closed) return false;
    if (opened === undefined) continue;
    const allowed = Object.hasOwn(rules, opened) ? rules[opened] : undefined;
    if (!allowed) return false;
    for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      if (!Object.hasOwn(allowed, name) || !allowed[name]?.test(value)) return false;
    }
    if (!selfClosed) open.push(opened);
  }
  return open.length === 0;
}
