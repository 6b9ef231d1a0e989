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
const PROPERTY_KEYWORDS =
  `NOT NULL DEFAULT PRIMARY UNIQUE KEY COMMENT REFERENCES CHECK CONSTRAINT AUTO_INCREMENT
  AUTOINCREMENT IDENTITY GENERATED COLLATE CHARSET ON AS STORED VIRTUAL VISIBLE INVISIBLE`.split(
    /\s+/,
  );

/** Joins tokens with spaces between words only: `decimal(10,2)`, `timestamp with time zone`, `text[]`. */
function joinTokens(tokens: readonly SqlToken[]): string {
  return tokens.reduce((text, token, at) => {
    const before = tokens[at - 1];
    const areWords = before && before.kind !== 'sign' && token.kind !== 'sign';
    const isAfterBracket = isSign(before, ')') && token.kind !== 'sign';
    return `${text}${areWords || isAfterBracket ? ' ' : ''}${token.raw}`;
  }, '');
}

/** The number of tokens before the next property keyword outside of parentheses. */
function countUntilProperty(tokens: readonly SqlToken[]): number {
  let depth = 0;
  const end = tokens.findIndex((token, at) => {
    if (isSign(token, '(')) depth += 1;
    if (isSign(token, ')')) depth -= 1;
    const isCharset = isWord(token, 'CHARACTER') && isWord(tokens[at + 1], 'SET');
    return at > 0 && depth === 0 && (isWord(token, ...PROPERTY_KEYWORDS) || isCharset);
  });
  return end === -1 ? tokens.length : end;
}

/** The tokens after a sequence of keywords outside of parentheses; undefined when it does not occur. */
function tokensAfter(
  tokens: readonly SqlToken[],
  ...words: readonly string[]
): SqlToken[] | undefined {
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
  const tokens = tokensAfter(properties, 'DEFAULT');
  if (!tokens) return '';
  const value = tokens.slice(0, countUntilProperty(tokens));
  const cast = value.findIndex((token) => isSign(token, '::'));
  // A top-level cast only repeats the type of the column.
  return joinTokens(cast === 1 ? value.slice(0, 1) : value);
}

/** `name type properties…` */
export function parseColumn([name, ...rest]: readonly SqlToken[]): SqlColumn | undefined {
  if (name?.kind !== 'word' && name?.kind !== 'quoted') return undefined;
  // SQLite allows a column without a type.
  const length = isWord(rest[0], ...PROPERTY_KEYWORDS) ? 0 : countUntilProperty(rest);
  const properties = rest.slice(length);
  const primary = tokensAfter(properties, 'PRIMARY', 'KEY') !== undefined;
  return {
    name: name.text,
    type: joinTokens(rest.slice(0, length)),
    nullable: !primary && tokensAfter(properties, 'NOT', 'NULL') === undefined,
    default: defaultOf(properties),
    primary,
    comment: tokensAfter(properties, 'COMMENT')?.[0]?.text ?? '',
  };
}
