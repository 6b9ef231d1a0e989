import { AppError } from '../../app-error.ts';

const MARKDOWN_BYTES = 2 * 1024 * 1024;
const SHEET_BYTES = 32 * 1024 * 1024;
const SHEET = 1;

/** One UTF-8 character as an address writes it. */
const ENCODED =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-4](?:%[89ab][\da-f]){3}/gi;

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Decoded once. A `%` that begins no character is text: people write "100%". */
function urlDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(ENCODED, decodePart);
  }
}

/** What a client sent as it is kept: decoded, of bearable size, and a text that PostgreSQL can hold. */
export function readContent(sent: string, isUrlEncoded: boolean, pageType: number): string {
  const most = pageType === SHEET ? SHEET_BYTES : MARKDOWN_BYTES;
  // Three characters make one byte at least: what cannot fit is not decoded first.
  if (sent.length > 3 * most) throw new AppError('tooLarge');
  const text = (isUrlEncoded ? urlDecoded(sent) : sent).toWellFormed();
  if (Buffer.byteLength(text) > most) throw new AppError('tooLarge');
  if (text.includes('\0')) throw new AppError('invalidRequest', { field: 'page_content' });
  return text;
}
