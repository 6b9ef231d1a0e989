import type { MarkdownIt } from 'markdown-it';

const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

/**
 * Makes `**注意：**内容` bold. CommonMark requires a space after punctuation, which Chinese does not use,
 * so next to a Chinese character only white space decides whether a run of `*` opens or closes emphasis.
 */
export function chineseEmphasis(md: MarkdownIt): void {
  const Base = md.inline.State;
  md.inline.State = class extends Base {
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord);
      if (!canSplitWord || (found.can_open && found.can_close)) return found;
      const before = characterBefore(this.src, start);
      const after = characterAt(this.src, start + found.length);
      if (!CJK.test(before) && !CJK.test(after)) return found;
      return { ...found, can_open: /\S/.test(after), can_close: /\S/.test(before) };
    }
  };
}

function characterAt(text: string, position: number): string {
  return String.fromCodePoint(text.codePointAt(position) ?? 0x20);
}

function characterBefore(text: string, position: number): string {
  const pair = position > 1 ? (text.codePointAt(position - 2) ?? 0) : 0;
  return pair > 0xffff ? String.fromCodePoint(pair) : (text[position - 1] ?? ' ');
}
