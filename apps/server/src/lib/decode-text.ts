/** Encodings by their byte order marks. */
const UTF_16 = new Map([
  [0xfffe, 'utf-16le'],
  [0xfeff, 'utf-16be'],
]);

/**
 * Decodes UTF-16 with a byte order mark and UTF-8; other input is read as GB18030, the default encoding of Chinese
 * programs.
 */
export function decodeText(bytes: Uint8Array): {
  readonly text: string;
  readonly encoding: string;
} {
  const utf16 = UTF_16.get(((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0));
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('gb18030').decode(bytes), encoding: 'GB18030' };
  }
}
