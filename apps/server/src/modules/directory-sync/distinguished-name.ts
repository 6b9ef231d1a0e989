/** Equal for two spellings of a DN: case, spaces around separators, and escapes of printable characters. */
export function dnKey(dn: string): string {
  return dn
    .normalize('NFC')
    .replaceAll(/\\([2-7][\da-f])/gi, (_, hex: string) => {
      const character = String.fromCodePoint(Number.parseInt(hex, 16));
      return /[\w ]/.test(character) ? character : `\\${character}`;
    })
    .replaceAll(/(?<!\\)\s*([,=+])\s*/g, '$1')
    .trim()
    .toLowerCase();
}
