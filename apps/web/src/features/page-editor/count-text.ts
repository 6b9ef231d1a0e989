export interface TextCount {
  readonly words: number;
  readonly characters: number;
}

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_'’-]+/gu;

/** Words as writers count them: each Chinese character is one. Characters as people see them. */
export function countText(text: string): TextCount {
  let words = 0;
  for (const _ of text.matchAll(WORD)) words += 1;
  let characters = 0;
  for (const _ of text) characters += 1;
  return { words, characters };
}
