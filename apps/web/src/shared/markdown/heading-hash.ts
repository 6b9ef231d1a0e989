import { HEADING_PREFIX } from '@octavo/markdown/heading-ids';

/** Removes the id prefix: `#user-content-errors` is shown as `#errors` in URLs. */
export function shortHash(hash: string): string {
  const prefix = `#${HEADING_PREFIX}`;
  return hash.startsWith(prefix) ? `#${hash.slice(prefix.length)}` : hash;
}

/** Finds the heading for a URL hash, with or without the id prefix. */
export function findHeading(hash: string): HTMLElement | null {
  const name = shortHash(hash).slice(1);
  return name === '' ? null : document.getElementById(HEADING_PREFIX + decodeSafely(name));
}

function decodeSafely(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
