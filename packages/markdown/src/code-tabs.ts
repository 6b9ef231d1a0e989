import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { fenceInfo } from './fences.ts';

/** Groups consecutive code blocks with titles (`json 200 OK`, `json 409 Conflict`) as tabs. */
export function codeTabs(md: MarkdownIt): void {
  md.core.ruler.push('code_tabs', groupTabs);
}

function groupTabs(state: StateCore): void {
  const grouped: Token[] = [];
  let isOpen = false;
  for (const [index, token] of state.tokens.entries()) {
    const next = state.tokens[index + 1];
    if (!isOpen && isTitled(token) && isTitled(next)) {
      const open = new state.Token('code_tabs_open', 'div', 1);
      open.attrs = [['class', 'code-tabs']];
      open.block = true;
      grouped.push(open);
      isOpen = true;
    }
    grouped.push(token);
    if (isOpen && !isTitled(next)) {
      const close = new state.Token('code_tabs_close', 'div', -1);
      close.block = true;
      grouped.push(close);
      isOpen = false;
    }
  }
  state.tokens = grouped;
}

function isTitled(token: Token | undefined): boolean {
  return token?.type === 'fence' && fenceInfo(token).title !== '';
}
