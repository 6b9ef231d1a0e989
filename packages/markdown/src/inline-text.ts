import type { Token } from 'markdown-it';

/** A caption is on a line of its own. */
const LINE_BREAKS = new Set(['softbreak', 'hardbreak', 'figcaption_open']);

/** The visible text of inline tokens, without formatting. */
export function inlineText(tokens: readonly Token[]): string {
  let text = '';
  for (const token of tokens) {
    if (LINE_BREAKS.has(token.type)) text += '\n';
    else if (token.type === 'image') text += inlineText(token.children ?? []);
    else if (token.type !== 'html_inline') text += token.content;
  }
  return text;
}
