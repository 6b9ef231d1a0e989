import { AppError } from '../../app-error.ts';

const MARKDOWN_BYTES = 2 * 1024 * 1024;
const SHEET_BYTES = 32 * 1024 * 1024;
const SHEET = 1;

/** One percent-encoded UTF-8 character. */
const ENCODED =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-4](?:%[89ab][\da-f]){3}/gi;

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** URL-decodes a text once. A `%` that does not start an encoded character stays, as in "100%". */
function urlDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(ENCODED, decodePart);
  }
}

/** Converts sent content to its stored form: decodes it, checks its size and rejects NUL, which PostgreSQL cannot store. */
export function readContent(sent: string, isUrlEncoded: boolean, pageType: number): string {
  const most = pageType === SHEET ? SHEET_BYTES : MARKDOWN_BYTES;
  // At most three characters encode one byte, so longer input is too large and need not be decoded.
  if (sent.length > 3 * most) throw new AppError('tooLarge');
  const text = (isUrlEncoded ? urlDecoded(sent) : sent).toWellFormed();
  if (Buffer.byteLength(text) > most) throw new AppError('tooLarge');
  if (text.includes('\0')) throw new AppError('invalidRequest', { field: 'page_content' });
  return text;
}
