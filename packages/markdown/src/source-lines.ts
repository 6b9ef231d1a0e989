import type { MarkdownIt, StateCore } from 'markdown-it';
import { documentOf } from './document.ts';

/** Marks blocks with their source line if the option `sourceLines` is set. */
export function sourceLines(md: MarkdownIt): void {
  md.core.ruler.push('source_lines', markLines);
}

function markLines(state: StateCore): void {
  if (!documentOf(state.env).options.sourceLines) return;
  for (const token of state.tokens) {
    if (token.map && token.nesting >= 0 && token.type !== 'inline') {
      token.attrSet('data-line', token.map[0]);
    }
  }
}
