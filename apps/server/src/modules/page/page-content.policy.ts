import { SHEET_PAGE } from '@octavo/contract/page-type';
import { MAX_MARKDOWN_BYTES, MAX_SHEET_BYTES } from '@octavo/contract/file-size';
import { AppError } from '../../app-error.ts';

/** One percent-encoded UTF-8 character. */
const ENCODED_CHARACTER =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-4](?:%[89ab][\da-f]){3}/gi;

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** URL-decodes a text once. A `%` that does not start an encoded character stays, as in "100%". */
function urlDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(ENCODED_CHARACTER, decodePart);
  }
}

/** Converts sent content to its stored form: decodes it, checks its size and rejects NUL, which PostgreSQL cannot store. */
export function decodeContent(input: string, isUrlEncoded: boolean, pageType: number): string {
  const maxBytes = pageType === SHEET_PAGE ? MAX_SHEET_BYTES : MAX_MARKDOWN_BYTES;
  // At most three characters encode one byte, so longer input is too large and need not be decoded.
  if (input.length > 3 * maxBytes) throw new AppError('tooLarge');
  const text = (isUrlEncoded ? urlDecode(input) : input).toWellFormed();
  if (Buffer.byteLength(text) > maxBytes) throw new AppError('tooLarge');
  if (text.includes('\0')) throw new AppError('invalidRequest', { field: 'page_content' });
  return text;
}
