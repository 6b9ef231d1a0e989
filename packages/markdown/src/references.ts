import type { MarkdownIt, StateCore } from 'markdown-it';
import { LIMITS } from './limits.ts';

/** Limits the total length of URLs inserted by reference links: `[a]` is short, but its URL may be very long. */
export function references(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'references', limitReferences);
}

function limitReferences(state: StateCore): void {
  if (!state.env.references) return;
  let remaining = LIMITS.references;
  for (const { children } of state.tokens) {
    for (const token of children ?? []) {
      if (!token.meta?.['label'] || !token.attrs) continue;
      for (const [, value] of token.attrs) remaining -= String(value).length;
      if (remaining < 0) token.attrs = [];
    }
  }
}
