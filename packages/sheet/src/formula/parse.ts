import { parseCellName } from '../address.ts';
import { ERROR_NAMES, MAX_COLUMNS, MAX_ROWS, type ErrorName } from './values.ts';

/** One end of a reference; row or column is undefined for whole columns or rows. */
export interface ReferenceEnd {
  readonly row: number | undefined;
  readonly column: number | undefined;
}

export type Node =
  | { readonly kind: 'value'; readonly value: number | string | boolean | null }
  | { readonly kind: 'error'; readonly name: ErrorName }
  | {
      readonly kind: 'range';
      readonly sheet: string | undefined;
      readonly from: ReferenceEnd;
      readonly to: ReferenceEnd;
    }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Node[] }
  | { readonly kind: 'unary'; readonly sign: '+' | '-' | '%'; readonly of: Node }
  | { readonly kind: 'binary'; readonly sign: string; readonly left: Node; readonly right: Node }
  | { readonly kind: 'array'; readonly rows: readonly (readonly Node[])[] };

/** Deeper formulas would overflow the call stack of the evaluation. */
const MAX_DEPTH = 128;
const MAX_LENGTH = 8192;

const SHEET = String.raw`(?:'((?:[^']|'')+)'|([\p{L}_][\p{L}\p{N}_.]*))!`;
const COLUMN = String.raw`\$?[A-Z]{1,3}`;
const ROW = String.raw`\$?[1-9]\d{0,6}`;
const REFERENCE = new RegExp(
  String.raw`(?:${SHEET})?(?:(${COLUMN}${ROW})|(${COLUMN}):(${COLUMN})|(${ROW}):(${ROW}))(?![\p{L}\p{N}_(.!])`,
  'iuy',
);
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy;
const STRING = /"((?:[^"]|"")*)"/y;
const NAME = /(?:_xlfn\.(?:_xlws\.)?)?([\p{L}_\\][\p{L}\p{N}_.\\]*)/iuy;
const ERROR = new RegExp(
  ERROR_NAMES.map((name) => name.replaceAll(/[/?]/g, '\\$&')).join('|'),
  'iy',
);
const SPACE = /\s+/y;
const COMPARE = /<=|>=|<>|[<>=]/y;

class FormulaSyntaxError extends Error {}

function end(text: string): ReferenceEnd {
  const plain = text.replaceAll('$', '');
  const digits = /\d+$/.exec(plain)?.[0];
  const letters = plain.slice(0, plain.length - (digits?.length ?? 0));
  const place = parseCellName(`${letters || 'A'}${digits ?? '1'}`.toUpperCase());
  if (!place || place.row >= MAX_ROWS || place.column >= MAX_COLUMNS)
    throw new FormulaSyntaxError();
  return {
    row: digits === undefined ? undefined : place.row,
    column: letters === '' ? undefined : place.column,
  };
}

/** Parses a formula without its leading `=`. */
export function parseFormula(text: string): Node {
  if (text.length > MAX_LENGTH) throw new FormulaSyntaxError();
  let at = 0;
  let depth = 0;

  function take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    if (found) at = pattern.lastIndex;
    return found;
  }
  const skip = () => void take(SPACE);
  function takeSign(sign: string): boolean {
    skip();
    if (!text.startsWith(sign, at)) return false;
    at += sign.length;
    return true;
  }
  function expect(sign: string) {
    if (!takeSign(sign)) throw new FormulaSyntaxError();
  }

  function comparison(): Node {
    depth += 1;
    if (depth > MAX_DEPTH) throw new FormulaSyntaxError();
    let left = joined();
    for (;;) {
      skip();
      const sign = take(COMPARE)?.[0];
      if (sign === undefined) break;
      left = { kind: 'binary', sign, left, right: joined() };
    }
    depth -= 1;
    return left;
  }
  function chain(signs: readonly string[], next: () => Node): () => Node {
    return () => {
      let left = next();
      for (;;) {
        const sign = signs.find(takeSign);
        if (sign === undefined) return left;
        left = { kind: 'binary', sign, left, right: next() };
      }
    };
  }
  const power = chain(['^'], signed);
  const product = chain(['*', '/'], power);
  const sum = chain(['+', '-'], product);
  const joined = chain(['&'], sum);

  /** Unary minus binds tighter than `^`: -2^2 is 4. */
  function signed(): Node {
    const signs: ('+' | '-')[] = [];
    for (;;) {
      if (takeSign('-')) signs.push('-');
      else if (takeSign('+')) signs.push('+');
      else break;
      if (signs.length > MAX_DEPTH) throw new FormulaSyntaxError();
    }
    let node = percent();
    for (const sign of signs.toReversed()) node = { kind: 'unary', sign, of: node };
    return node;
  }
  function percent(): Node {
    let node = ranged();
    let count = 0;
    while (takeSign('%')) {
      node = { kind: 'unary', sign: '%', of: node };
      count += 1;
      if (count > MAX_DEPTH) throw new FormulaSyntaxError();
    }
    return node;
  }
  /** `A1:INDEX(…)`: an area between two references. */
  function ranged(): Node {
    let left = primary();
    while (takeSign(':')) left = { kind: 'binary', sign: ':', left, right: primary() };
    return left;
  }

  function primary(): Node {
    skip();
    if (takeSign('(')) {
      const node = comparison();
      expect(')');
      return node;
    }
    if (takeSign('{')) return array();
    const string = take(STRING);
    if (string) return { kind: 'value', value: (string[1] ?? '').replaceAll('""', '"') };
    const error = take(ERROR);
    if (error) return { kind: 'error', name: error[0].toUpperCase() as ErrorName };
    const reference = take(REFERENCE);
    if (reference) return rangeOf(reference);
    const number = take(NUMBER);
    if (number) return { kind: 'value', value: Number(number[0]) };
    const name = take(NAME)?.[1]?.toUpperCase();
    if (name === undefined) throw new FormulaSyntaxError();
    if (text[at] === '(') {
      at += 1;
      return { kind: 'call', name, args: args() };
    }
    if (name === 'TRUE' || name === 'FALSE') return { kind: 'value', value: name === 'TRUE' };
    return { kind: 'name', name };
  }
  function rangeOf([, quoted, plain, cell, c1, c2, r1, r2]: RegExpExecArray): Node {
    const sheet = quoted?.replaceAll("''", "'") ?? plain;
    const from = end(cell ?? c1 ?? r1 ?? '');
    let to = end(cell ?? c2 ?? r2 ?? '');
    if (cell !== undefined) {
      const rest = /\s*:\s*(\$?[A-Z]{1,3}\$?[1-9]\d{0,6})(?![\p{L}\p{N}_(.!])/iuy;
      const second = take(rest)?.[1];
      if (second !== undefined) to = end(second);
    }
    return { kind: 'range', sheet, from, to };
  }
  function args(): Node[] {
    const found: Node[] = [];
    if (takeSign(')')) return found;
    for (;;) {
      skip();
      const isOmitted = text[at] === ',' || text[at] === ')';
      found.push(isOmitted ? { kind: 'value', value: null } : comparison());
      if (takeSign(',')) continue;
      expect(')');
      return found;
    }
  }
  function array(): Node {
    const rows: Node[][] = [[]];
    for (;;) {
      rows.at(-1)?.push(signed());
      if (takeSign(',')) continue;
      if (takeSign(';')) rows.push([]);
      else break;
    }
    expect('}');
    if (rows.some(({ length }) => length !== rows[0]?.length)) throw new FormulaSyntaxError();
    return { kind: 'array', rows };
  }

  const node = comparison();
  skip();
  if (at < text.length) throw new FormulaSyntaxError();
  return node;
}
