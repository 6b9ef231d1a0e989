/**
 * Decodes UTF-8, UTF-16 with a byte order mark, otherwise GB 18030, which many spreadsheet programs use for Chinese;
 * throws if the bytes are not text.
 */
export function decodeText(bytes: Uint8Array): string {
  // A truncated text may end within a character.
  const text =
    tryDecode('utf-8', bytes) ??
    tryDecode(UTF_16.get(((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) ?? 'gb18030', bytes);
  if (text === undefined || text.includes('\0')) throw new Error('not a text file');
  return text;
}

/** Encodings by their byte order marks. */
const UTF_16 = new Map([
  [0xfffe, 'utf-16le'],
  [0xfeff, 'utf-16be'],
]);

function tryDecode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
