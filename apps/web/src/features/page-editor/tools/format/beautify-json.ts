const INDENT = '  ';

/** A string, a structural character or any other value, as written. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

/**
 * Formats JSON with one value per line. Only whitespace between values changes, so numbers keep
 * digits beyond double precision. Returns text that is not JSON unchanged.
 */
export function beautifyJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let output = '';
  let depth = 0;
  let previous = '';
  const newLine = () => `\n${INDENT.repeat(depth)}`;
  for (const [token] of text.matchAll(TOKEN)) {
    const isEnd = token === '}' || token === ']';
    if (isEnd) depth -= 1;
    const isEmpty = isEnd && (previous === '{' || previous === '[');
    const startsLine = previous === '{' || previous === '[' || previous === ',';
    if ((isEnd && !isEmpty) || (!isEnd && startsLine)) output += newLine();
    output += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
    previous = token;
  }
  return output;
}
