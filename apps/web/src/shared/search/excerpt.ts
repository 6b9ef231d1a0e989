interface SearchHit {
  readonly search_content: string;
  readonly hits: readonly (readonly [number, number])[];
}

/** An excerpt that starts at most `before` characters before the first hit, at a word boundary if possible. */
export function toExcerpt({ search_content, hits }: SearchHit, before: number) {
  const first = hits[0]?.[0] ?? 0;
  const cut = Math.max(0, first - before);
  if (cut === 0) return { text: search_content, hits };
  const space = search_content.indexOf(' ', cut) + 1;
  const start = space > 0 && space <= first ? space : cut;
  const shiftedHits = hits.map(([begin, length]) => [begin - start + 1, length] as const);
  return { text: `…${search_content.slice(start)}`, hits: shiftedHits };
}

/** A single line in the palette has room for only a few characters before the hit. */
const PALETTE_CONTEXT_LENGTH = 12;

export function paletteExcerpt(hit: SearchHit): string {
  return toExcerpt(hit, PALETTE_CONTEXT_LENGTH).text;
}
