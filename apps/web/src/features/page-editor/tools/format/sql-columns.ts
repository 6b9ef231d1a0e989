import { isSign, isWord } from './sql-tokens.ts';
import type { SqlToken } from './sql-tokens.ts';

export interface SqlColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly default: string;
  readonly primary: boolean;
  readonly comment: string;
}

/** Keywords that end a type or a default value. */
const PROPERTIES =
  `NOT NULL DEFAULT PRIMARY UNIQUE KEY COMMENT REFERENCES CHECK CONSTRAINT AUTO_INCREMENT
  AUTOINCREMENT IDENTITY GENERATED COLLATE CHARSET ON AS STORED VIRTUAL VISIBLE INVISIBLE`.split(
    /\s+/,
  );

/** Joins tokens with spaces between words only: `decimal(10,2)`, `timestamp with time zone`, `text[]`. */
function join(tokens: readonly SqlToken[]): string {
  return tokens.reduce((made, token, at) => {
    const before = tokens[at - 1];
    const isApart = before && before.kind !== 'sign' && token.kind !== 'sign';
    const isAfterBracket = isSign(before, ')') && token.kind !== 'sign';
    return `${made}${isApart || isAfterBracket ? ' ' : ''}${token.raw}`;
  }, '');
}

/** The number of tokens before the next property keyword outside of parentheses. */
function lengthOf(tokens: readonly SqlToken[]): number {
  let depth = 0;
  const end = tokens.findIndex((token, at) => {
    if (isSign(token, '(')) depth += 1;
    if (isSign(token, ')')) depth -= 1;
    const isCharset = isWord(token, 'CHARACTER') && isWord(tokens[at + 1], 'SET');
    return at > 0 && depth === 0 && (isWord(token, ...PROPERTIES) || isCharset);
  });
  return end === -1 ? tokens.length : end;
}

/** The tokens after a sequence of keywords outside of parentheses; undefined when it does not occur. */
function after(tokens: readonly SqlToken[], ...words: readonly string[]): SqlToken[] | undefined {
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    if (isSign(token, '(')) depth += 1;
    if (isSign(token, ')')) depth -= 1;
    if (depth === 0 && words.every((word, step) => isWord(tokens[at + step], word)))
      return tokens.slice(at + words.length);
  }
  return undefined;
}

function defaultOf(properties: readonly SqlToken[]): string {
  const tokens = after(properties, 'DEFAULT');
  if (!tokens) return '';
  const value = tokens.slice(0, lengthOf(tokens));
  const cast = value.findIndex((token) => isSign(token, '::'));
  // A top-level cast only repeats the type of the column.
  return join(cast === 1 ? value.slice(0, 1) : value);
}

/** `name type properties…` */
export function readColumn([name, ...rest]: readonly SqlToken[]): SqlColumn | undefined {
  if (name?.kind !== 'word' && name?.kind !== 'quoted') return undefined;
  // SQLite allows a column without a type.
  const length = isWord(rest[0], ...PROPERTIES) ? 0 : lengthOf(rest);
  const properties = rest.slice(length);
  const primary = after(properties, 'PRIMARY', 'KEY') !== undefined;
  return {
    name: name.text,
    type: join(rest.slice(0, length)),
    nullable: !primary && after(properties, 'NOT', 'NULL') === undefined,
    default: defaultOf(properties),
    primary,
    comment: after(properties, 'COMMENT')?.[0]?.text ?? '',
  };
}
