const HAN = /\p{Script=Han}/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu;

/** Counts words; each Chinese character counts as one word. */
export function wordsIn(text: string): number {
  const characters = text.match(HAN)?.length ?? 0;
  return characters + (text.replaceAll(HAN, ' ').match(WORD)?.length ?? 0);
}

/** Counts characters without white space. */
export function charactersIn(text: string): number {
  return Array.from(text.replaceAll(/\s/g, '')).length;
}
