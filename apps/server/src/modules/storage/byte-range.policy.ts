import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from './storage.ts';

const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * Parses the `Range` header (RFC 9110, section 14). Undefined means the whole file, which is also sent for multiple
 * ranges and when `If-Range` does not match. `none` means that the range cannot be satisfied.
 */
export function parseRange(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  etag: string,
  size: number,
): ByteRange | 'none' | undefined {
  const match = SINGLE_RANGE.exec(range ?? '');
  if (!match || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const start = Math.max(0, size - Number(to));
    return Number(to) > 0 && size > 0 ? { start, end: size - 1 } : 'none';
  }
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== '' && Number(to) < start) return undefined;
  return start < size ? { start, end } : 'none';
}
