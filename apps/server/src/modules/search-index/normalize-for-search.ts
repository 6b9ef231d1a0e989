/** Normalizes a text for search, so that full and half width and upper and lower case compare equal. */
export function normalizeForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
