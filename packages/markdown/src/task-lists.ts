import type { MarkdownIt, StateCore, Token } from 'markdown-it';

/** Renders `- [ ]` and `- [x]` as disabled checkboxes, labelled by their text. */
export function taskLists(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'task_lists', markTasks);
}

function markTasks(state: StateCore): void {
  const lists: Token[] = [];
  for (const [index, token] of state.tokens.entries()) {
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') lists.push(token);
    if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop();
    if (token.type !== 'list_item_open') continue;
    const inline = state.tokens[index + 2];
    const first = inline?.type === 'inline' ? inline.children?.[0] : undefined;
    const mark = /^\[([ xX])\](?:\s|$)/.exec(first?.type === 'text' ? first.content : '');
    if (!mark || !inline?.children || !first) continue;
    first.content = first.content.slice(mark[0].length);
    inline.children = [...boxOpen(state, mark[1] !== ' '), ...inline.children, boxClose(state)];
    token.attrJoin('class', 'task');
    lists.at(-1)?.attrSet('class', 'tasks');
  }
}

function boxOpen(state: StateCore, checked: boolean): Token[] {
  const input = new state.Token('task_box', 'input', 0);
  input.attrs = [
    ['type', 'checkbox'],
    ['disabled', ''],
    ...(checked ? [['checked', ''] satisfies [string, string]] : []),
  ];
  const space = new state.Token('text', '', 0);
  space.content = ' ';
  return [new state.Token('label_open', 'label', 1), input, space];
}

function boxClose(state: StateCore): Token {
  return new state.Token('label_close', 'label', -1);
}
