/** Text as it is searched: full and half width, upper and lower case are one. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
