export interface TextCount {
  readonly words: number;
  readonly characters: number;
}

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_'’-]+/gu;

/** Counts each Chinese or Japanese character as one word. Characters are code points, not UTF-16 units. */
export function countText(text: string): TextCount {
  let words = 0;
  for (const _ of text.matchAll(WORD)) words += 1;
  let characters = 0;
  for (const _ of text) characters += 1;
  return { words, characters };
}
