/** UTF-8, else GB 18030, in which many spreadsheets write Chinese; throws for what is no text. */
export function decodeText(bytes: Uint8Array): string {
  // A text that was cut may end within a character.
  const text = attempt('utf-8', bytes) ?? attempt('gb18030', bytes);
  if (text === undefined || text.includes('\0')) throw new Error('not a text');
  return text;
}

function attempt(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
