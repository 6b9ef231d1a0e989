import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from './storage/storage.ts';

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * Parses the `Range` header (RFC 9110, section 14). Undefined means the whole file, which is also sent for multiple
 * ranges and when `If-Range` does not match. `none` means that the range cannot be satisfied.
 */
export function rangeOf(
  { range, 'if-range': condition }: IncomingHttpHeaders,
  etag: string,
  size: number,
): ByteRange | 'none' | undefined {
  const found = ONE_RANGE.exec(range ?? '');
  if (!found || (condition !== undefined && condition !== etag)) return undefined;
  const [, from = '', to = ''] = found;
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const start = Math.max(0, size - Number(to));
    return Number(to) > 0 && size > 0 ? { start, end: size - 1 } : 'none';
  }
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== '' && Number(to) < start) return undefined;
  return start < size ? { start, end } : 'none';
}
