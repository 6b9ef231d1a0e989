/** Decodes UTF-8, otherwise GB 18030, which many spreadsheet programs use for Chinese; throws if the bytes are not text. */
export function decodeText(bytes: Uint8Array): string {
  // A truncated text may end within a character.
  const text = tryDecode('utf-8', bytes) ?? tryDecode('gb18030', bytes);
  if (text === undefined || text.includes('\0')) throw new Error('not a text file');
  return text;
}

function tryDecode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
