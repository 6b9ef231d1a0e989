import { HEADING_PREFIX } from '@octavo/markdown/heading-ids';

/** `#user-content-errors` as addresses show it: `#errors`. */
export function shortHash(hash: string): string {
  const prefix = `#${HEADING_PREFIX}`;
  return hash.startsWith(prefix) ? `#${hash.slice(prefix.length)}` : hash;
}

/** The heading that the hash of an address names, with the prefix of its id or without. */
export function headingAt(hash: string): HTMLElement | null {
  const name = shortHash(hash).slice(1);
  return name === '' ? null : document.getElementById(HEADING_PREFIX + decoded(name));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
