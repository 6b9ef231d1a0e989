import type { Argument } from './argument.ts';

export interface PlaceholderCall {
  readonly name: string;
  readonly given: readonly Argument[];
  /** Index after the placeholder. */
  readonly end: number;
}

const NAME = /[A-Za-z_$][\w$]*|(?:\.{0,2}\/)?(?:\.\.\/)*[\w$]+(?:\/[\w$]+)*/y;
const BARE = /[^,()[\]'"]*/y;
const DEEPEST = 5;

interface Reader {
  readonly text: string;
  at: number;
}

function skipSpace(reader: Reader): void {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at += 1;
}

function readString(reader: Reader, mark: string): string {
  const end = reader.text.indexOf(mark, reader.at + 1);
  if (end === -1) throw new SyntaxError('string');
  const text = reader.text.slice(reader.at + 1, end);
  reader.at = end + 1;
  return text;
}

function readBare(reader: Reader): Argument {
  BARE.lastIndex = reader.at;
  const text = (BARE.exec(reader.text)?.[0] ?? '').trim();
  reader.at = BARE.lastIndex;
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === '' || text === 'undefined') return undefined;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

/** A nested placeholder is returned as text; the evaluation expands it first. */
function readInner(reader: Reader, depth: number): Argument {
  if (depth > DEEPEST) throw new SyntaxError('depth');
  const call = readPlaceholder(reader.text, reader.at, depth);
  if (!call) return readBare(reader);
  const text = reader.text.slice(reader.at, call.end);
  reader.at = call.end;
  return text;
}

function readArgument(reader: Reader, depth: number): Argument {
  skipSpace(reader);
  const sign = reader.text[reader.at];
  if (sign === '"' || sign === "'") return readString(reader, sign);
  if (sign === '[') return readList(reader, ']', depth + 1);
  if (sign === '@') return readInner(reader, depth + 1);
  return readBare(reader);
}

function readList(reader: Reader, close: string, depth: number): Argument[] {
  if (depth > DEEPEST) throw new SyntaxError('depth');
  const list: Argument[] = [];
  reader.at += 1;
  for (;;) {
    skipSpace(reader);
    if (reader.text[reader.at] === close && list.length === 0) break;
    list.push(readArgument(reader, depth));
    skipSpace(reader);
    const sign = reader.text[reader.at];
    if (sign === close) break;
    if (sign !== ',') throw new SyntaxError('list');
    reader.at += 1;
  }
  reader.at += 1;
  return list;
}

/** Parses the placeholder whose `@` is at index `at`; undefined if the `@` is plain text. */
export function readPlaceholder(text: string, at: number, depth = 0): PlaceholderCall | undefined {
  NAME.lastIndex = at + 1;
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return undefined;
  const reader = { text, at: at + 1 + name.length };
  if (text[reader.at] !== '(') return { name, given: [], end: reader.at };
  try {
    const given = readList(reader, ')', depth);
    return { name, given, end: reader.at };
  } catch {
    // Parentheses without a valid argument list are plain text after the placeholder.
    return { name, given: [], end: at + 1 + name.length };
  }
}
