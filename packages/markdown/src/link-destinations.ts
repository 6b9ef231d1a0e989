/** Link destinations in Markdown and HTML: `](to)`, `](<to> "title")`, `[name]: to`, `src="to"`, `href="to"`. */
const DESTINATION =
  /(\]\(\s*<)([^<>\n]+)(?=>)|(\]\(\s*)([^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)(?=\s|\))|(^ {0,3}\[[^\]\n]+\]:\s*)(\S+)|(\b(?:src|href)\s*=\s*["'])([^"'\n]+)(?=["'])/gm;

/** All link destinations of a text, as written. */
export function destinationsIn(text: string): readonly string[] {
  return [...text.matchAll(DESTINATION)].map(
    ([, , pointed, , bare, , defined, , quoted]) => pointed ?? bare ?? defined ?? quoted ?? '',
  );
}

/** Replaces link destinations; those without a replacement stay unchanged. */
export function replaceDestinations(
  text: string,
  replacementFor: (destination: string) => string | undefined,
): string {
  return text.replace(DESTINATION, (match: string, ...parts: (string | undefined)[]) => {
    const [a, pointed, b, bare, c, defined, d, quoted] = parts;
    const before = a ?? b ?? c ?? d ?? '';
    const replacement = replacementFor(pointed ?? bare ?? defined ?? quoted ?? '');
    return replacement === undefined ? match : before + replacement;
  });
}
