import type { Token } from 'markdown-it';

/** The visible text of inline tokens, without formatting. */
export function inlineText(tokens: readonly Token[]): string {
  let text = '';
  for (const token of tokens) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n';
    else if (token.type === 'image') text += inlineText(token.children ?? []);
    else if (token.type !== 'html_inline') text += token.content;
  }
  return text;
}
