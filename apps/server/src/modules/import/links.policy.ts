import type { LinkTarget } from './imported.ts';

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

/** Replaces the destinations that are link targets by their URLs. */
export function withAddresses(
  text: string,
  links: ReadonlyMap<string, LinkTarget>,
  addressOf: (target: LinkTarget) => string | undefined,
): string {
  return withDestinations(text, (written) => {
    const target = links.get(written);
    const address = target && addressOf(target);
    // Keeps the fragment of links to other pages.
    const place = target && 'page' in target ? (/#.*$/.exec(written)?.[0] ?? '') : '';
    return address === undefined ? undefined : address + place;
  });
}
