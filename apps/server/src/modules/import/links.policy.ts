import type { LinkTarget } from './imported.ts';

/** Destinations in Markdown and in HTML: `](to)`, `](<to> "title")`, `[name]: to`, `src="to"`, `href="to"`. */
const DESTINATION =
  /(\]\(\s*<)([^<>\n]+)(?=>)|(\]\(\s*)([^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)(?=\s|\))|(^ {0,3}\[[^\]\n]+\]:\s*)(\S+)|(\b(?:src|href)\s*=\s*["'])([^"'\n]+)(?=["'])/gm;

/** Every destination of a text, as it is written. */
export function destinationsIn(text: string): readonly string[] {
  return [...text.matchAll(DESTINATION)].map(
    ([, , pointed, , bare, , defined, , quoted]) => pointed ?? bare ?? defined ?? quoted ?? '',
  );
}

/** Gives the destinations that have one another one; the rest stays as it stands. */
export function withDestinations(
  text: string,
  otherFor: (written: string) => string | undefined,
): string {
  return text.replace(DESTINATION, (whole: string, ...parts: (string | undefined)[]) => {
    const [a, pointed, b, bare, c, defined, d, quoted] = parts;
    const before = a ?? b ?? c ?? d ?? '';
    const other = otherFor(pointed ?? bare ?? defined ?? quoted ?? '');
    return other === undefined ? whole : before + other;
  });
}

/** Gives the destinations that lead to something here its address. */
export function withAddresses(
  text: string,
  links: ReadonlyMap<string, LinkTarget>,
  addressOf: (target: LinkTarget) => string | undefined,
): string {
  return withDestinations(text, (written) => {
    const target = links.get(written);
    const address = target && addressOf(target);
    // A place in the other page is named as it was.
    const place = target && 'page' in target ? (/#.*$/.exec(written)?.[0] ?? '') : '';
    return address === undefined ? undefined : address + place;
  });
}
