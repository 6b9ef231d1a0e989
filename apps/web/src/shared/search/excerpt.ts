interface Hit {
  readonly search_content: string;
  readonly hits: readonly (readonly [number, number])[];
}

/** An excerpt that begins at most `before` characters before its first hit, at a word if there is one. */
export function excerptOf({ search_content, hits }: Hit, before: number) {
  const first = hits[0]?.[0] ?? 0;
  const cut = Math.max(0, first - before);
  if (cut === 0) return { text: search_content, hits };
  const space = search_content.indexOf(' ', cut) + 1;
  const start = space > 0 && space <= first ? space : cut;
  const moved = hits.map(([begin, length]) => [begin - start + 1, length] as const);
  return { text: `…${search_content.slice(start)}`, hits: moved };
}

/** One line beside a title has room for few words before the hit. */
const IN_PALETTE = 12;

export function paletteExcerpt(hit: Hit): string {
  return excerptOf(hit, IN_PALETTE).text;
}
