/** Returns a random generator that yields the same sequence for the same seed. */
export function createRandom(seed: number) {
  let state = seed * 2_654_435_761 + 1;
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    nextInt: (count: number) => Math.floor(next() * count),
    pick<T>(values: readonly T[]): T {
      const value = values[Math.floor(next() * values.length)];
      if (value === undefined) throw new Error('nothing to choose from');
      return value;
    },
  };
}

export type Random = ReturnType<typeof createRandom>;

const TEXTS = [
  'plain words',
  '下单后锁定库存三十分钟',
  '100% & %41 %zz &amp; <b>"quoted"</b> \'single\'',
  '😀👩‍👩‍👧‍👦 emoji',
  '{"a": [1, 2, {"b": null}]}',
  'select * from `order` where id = 1;',
  '```js\nconst a = 1;\n```',
  '| a | b |',
  'tab\tinside',
  '\\n is not a line',
  'e\u0301 combining',
  '\u200bzero width',
];

/** The texts that fit on one line. */
export const CELL_TEXTS = TEXTS.filter((piece) => !/[\n\t]/.test(piece));

export function randomText(random: Random): string {
  const lines = Array.from({ length: 1 + random.nextInt(6) }, () => random.pick(TEXTS));
  return lines.join('\n');
}

/** A text longer than the live preview renders, or of about a megabyte, built in the browser. */
export function randomBulk(random: Random): { line: string; times: number } | undefined {
  const kind = random.nextInt(5);
  if (kind === 0) return { line: 'a long page 长页面 ', times: 400 };
  if (kind === 1) return { line: 'one of very many lines 很多行 & 100%\n', times: 25_000 };
  return undefined;
}
