import { replaceDestinations } from '@octavo/markdown/link-destinations';
import type { LinkTarget } from './imported-item.ts';

/** Replaces the destinations that are link targets by their URLs. */
export function resolveLinks(
  text: string,
  links: ReadonlyMap<string, LinkTarget>,
  toUrl: (target: LinkTarget) => string | undefined,
): string {
  return replaceDestinations(text, (destination) => {
    const target = links.get(destination);
    const url = target && toUrl(target);
    // Keeps the fragment of links to other pages.
    const fragment = target && 'page' in target ? (/#.*$/.exec(destination)?.[0] ?? '') : '';
    return url === undefined ? undefined : url + fragment;
  });
}
