import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { requiredLabel, roleOf, parseYesNo, type Role } from './api-labels.ts';
import { inlineText } from './inline-text.ts';

/** Types whose fields are listed in the following rows. */
const GROUP_TYPES = new Set(['object', 'array', 'array[object]', 'object[]', 'array<object>']);
/** `items[].sku`: everything before the last name is the parent. */
const PARENT_PATH = /^((?:[\w$-]{1,100}(?:\[\w{0,20}\]){0,5}\.){1,20})([\w$-].*)$/;

/** Marks the cells of parameter and database tables with the role of their column, for the style sheet. */
export function apiTables(md: MarkdownIt): void {
  md.core.ruler.push('api_tables', markTables);
}

function markTables(state: StateCore): void {
  const { tokens } = state;
  for (let index = 0; index < tokens.length; index += 1) {
    if (tokens[index]?.type !== 'table_open') continue;
    const names = headerNames(tokens, index);
    const roles = names.map(roleOf);
    if (!isParameterTable(roles)) continue;
    tokens[index]?.attrJoin('class', 'params');
    markRows(state, index, { names, roles });
  }
}

function headerNames(tokens: readonly Token[], from: number): string[] {
  const names: string[] = [];
  for (let index = from; tokens[index] && tokens[index]?.type !== 'thead_close'; index += 1) {
    if (tokens[index]?.type === 'th_open')
      names.push(inlineText(tokens[index + 1]?.children ?? []));
  }
  return names;
}

function isParameterTable(roles: readonly (Role | undefined)[]): boolean {
  return (
    roles[0] === 'name' &&
    roles.includes('type') &&
    (roles.includes('remark') || roles.includes('required') || roles.includes('nullable'))
  );
}

interface Columns {
  readonly names: readonly string[];
  readonly roles: readonly (Role | undefined)[];
}

function markRows(state: StateCore, from: number, { names, roles }: Columns): void {
  const { tokens } = state;
  let column = 0;
  let row: Token | undefined;
  for (let index = from; tokens[index] && tokens[index]?.type !== 'table_close'; index += 1) {
    const token = tokens[index];
    const inline = tokens[index + 1];
    if (token?.type === 'tr_open') {
      row = token;
      column = 0;
    }
    if (token?.type !== 'td_open' || !inline?.children) continue;
    const text = inlineText(inline.children).trim();
    const role = roles[column];
    if (role) token.attrSet('data-role', role);
    const heading = names[column] ?? '';
    const required = requiredBy(role, text);
    if (required) token.attrSet('data-required', required);
    const word = role === 'required' ? requiredLabel(heading, text) : undefined;
    if (word) token.attrSet('data-word', word);
    else if (needsLabel(role, required)) token.attrSet('data-label', heading);
    if (role === 'type' && GROUP_TYPES.has(text.toLowerCase())) row?.attrSet('class', 'group');
    if (role === 'name') inline.children = splitParentPath(state, inline.children);
    column += 1;
  }
}

/** When rows are stacked on narrow screens, name, type, required and remark need no label. */
function needsLabel(role: Role | undefined, required: 'yes' | 'no' | undefined): boolean {
  if (role === 'required') return required === undefined;
  return role !== 'name' && role !== 'type' && role !== 'remark';
}

function requiredBy(role: Role | undefined, text: string): 'yes' | 'no' | undefined {
  if (role === 'required') return parseYesNo(text);
  const nullable = role === 'nullable' ? parseYesNo(text) : undefined;
  return nullable && (nullable === 'yes' ? 'no' : 'yes');
}

function splitParentPath(state: StateCore, children: Token[]): Token[] {
  const [name] = children;
  const parts =
    children.length === 1 && name?.type === 'text' && PARENT_PATH.exec(name.content.trim());
  if (!parts) return children;
  const open = new state.Token('span_open', 'span', 1);
  open.attrs = [['class', 'parent']];
  const [parent, rest] = [parts[1] ?? '', parts[2] ?? ''].map((content) => {
    const text = new state.Token('text', '', 0);
    text.content = content;
    return text;
  });
  return parent && rest
    ? [open, parent, new state.Token('span_close', 'span', -1), rest]
    : children;
}
