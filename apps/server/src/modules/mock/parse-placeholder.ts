import type { Argument } from './argument.ts';

export interface PlaceholderCall {
  readonly name: string;
  readonly args: readonly Argument[];
  /** Index after the placeholder. */
  readonly end: number;
}

const NAME = /[A-Za-z_$][\w$]*|(?:\.{0,2}\/)?(?:\.\.\/)*[\w$]+(?:\/[\w$]+)*/y;
const UNQUOTED = /[^,()[\]'"]*/y;
const MAX_DEPTH = 5;

interface Cursor {
  readonly text: string;
  at: number;
}

function skipSpace(cursor: Cursor): void {
  while (/\s/.test(cursor.text[cursor.at] ?? '')) cursor.at += 1;
}

function readString(cursor: Cursor, quote: string): string {
  const end = cursor.text.indexOf(quote, cursor.at + 1);
  if (end === -1) throw new SyntaxError('string');
  const text = cursor.text.slice(cursor.at + 1, end);
  cursor.at = end + 1;
  return text;
}

function readUnquoted(cursor: Cursor): Argument {
  UNQUOTED.lastIndex = cursor.at;
  const text = (UNQUOTED.exec(cursor.text)?.[0] ?? '').trim();
  cursor.at = UNQUOTED.lastIndex;
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === '' || text === 'undefined') return undefined;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

/** A nested placeholder is returned as text; the evaluation expands it first. */
function readNested(cursor: Cursor, depth: number): Argument {
  if (depth > MAX_DEPTH) throw new SyntaxError('depth');
  const call = parsePlaceholder(cursor.text, cursor.at, depth);
  if (!call) return readUnquoted(cursor);
  const text = cursor.text.slice(cursor.at, call.end);
  cursor.at = call.end;
  return text;
}

function readArgument(cursor: Cursor, depth: number): Argument {
  skipSpace(cursor);
  const character = cursor.text[cursor.at];
  if (character === '"' || character === "'") return readString(cursor, character);
  if (character === '[') return readList(cursor, ']', depth + 1);
  if (character === '@') return readNested(cursor, depth + 1);
  return readUnquoted(cursor);
}

function readList(cursor: Cursor, close: string, depth: number): Argument[] {
  if (depth > MAX_DEPTH) throw new SyntaxError('depth');
  const list: Argument[] = [];
  cursor.at += 1;
  for (;;) {
    skipSpace(cursor);
    if (cursor.text[cursor.at] === close && list.length === 0) break;
    list.push(readArgument(cursor, depth));
    skipSpace(cursor);
    const character = cursor.text[cursor.at];
    if (character === close) break;
    if (character !== ',') throw new SyntaxError('list');
    cursor.at += 1;
  }
  cursor.at += 1;
  return list;
}

/** Parses the placeholder whose `@` is at index `at`; undefined if the `@` is plain text. */
export function parsePlaceholder(text: string, at: number, depth = 0): PlaceholderCall | undefined {
  NAME.lastIndex = at + 1;
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return undefined;
  const cursor = { text, at: at + 1 + name.length };
  if (text[cursor.at] !== '(') return { name, args: [], end: cursor.at };
  try {
    const args = readList(cursor, ')', depth);
    return { name, args, end: cursor.at };
  } catch {
    // Parentheses without a valid argument list are plain text after the placeholder.
    return { name, args: [], end: at + 1 + name.length };
  }
}
