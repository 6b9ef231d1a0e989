const INDENT = '  ';

/** A string, a sign of structure, or any other value, as it was written. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

/**
 * JSON with one value a line. Only the space between the values changes: a number that has more
 * digits than a computer can count keeps them. Text that is no JSON comes back as it is.
 */
export function beautifyJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let made = '';
  let depth = 0;
  let before = '';
  const newLine = () => `\n${INDENT.repeat(depth)}`;
  for (const [token] of text.matchAll(TOKEN)) {
    const isEnd = token === '}' || token === ']';
    if (isEnd) depth -= 1;
    const isEmpty = isEnd && (before === '{' || before === '[');
    const opens = before === '{' || before === '[' || before === ',';
    if ((isEnd && !isEmpty) || (!isEnd && opens)) made += newLine();
    made += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
    before = token;
  }
  return made;
}
