/** A token of SQL. `quoted` tokens are always identifiers, never keywords. */
export interface SqlToken {
  readonly kind: 'word' | 'quoted' | 'string' | 'sign';
  /** The value without quotation marks. */
  readonly text: string;
  /** The source text. */
  readonly raw: string;
}

/** Unterminated strings and comments extend to the end, so that matching does not backtrack. */
const TOKEN =
  /\s+|--[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<string>[eEnN]?'(?:[^'\\]|\\[\s\S]|'')*(?:'|$))|`(?<back>(?:[^`]|``)*)(?:`|$)|"(?<double>(?:[^"]|"")*)(?:"|$)|\[(?<square>[a-zA-Z_][^\]\n]*)\]|(?<word>[\p{L}\p{N}_$@][\p{L}\p{N}_$@.]*)|(?<sign>::|[\s\S])/gu;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '' };

function unquote(string: string): string {
  return string
    .slice(string.indexOf("'") + 1, -1)
    .replaceAll("''", "'")
    .replaceAll(/\\([\s\S])/g, (_, sign: string) => ESCAPES[sign] ?? sign);
}

/** The tokens of a script, without comments. */
export function tokenizeSql(script: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (const { 0: raw, groups = {} } of script.matchAll(TOKEN)) {
    const { string, back, double, square, word, sign } = groups;
    const quoted = back?.replaceAll('``', '`') ?? double?.replaceAll('""', '"') ?? square;
    if (string !== undefined) tokens.push({ kind: 'string', text: unquote(string), raw });
    else if (quoted !== undefined) tokens.push({ kind: 'quoted', text: quoted, raw });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, raw });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, raw });
  }
  return tokens;
}

export function isWord(token: SqlToken | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.text.toUpperCase());
}

export function isSign(token: SqlToken | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.text === sign;
}
