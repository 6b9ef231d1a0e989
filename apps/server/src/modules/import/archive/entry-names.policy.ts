import { AppError } from '../../../app-error.ts';

const UTF8_FLAG = 0x800;
const MOST_BYTES = 4096;

function decoded(bytes: Uint8Array, encoding: 'utf-8' | 'gbk'): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A flag marks UTF-8 names; archives of Chinese systems do not set it and use GBK. */
export function entryName(bytes: Uint8Array, flags: number): string {
  const name = decoded(bytes, 'utf-8') ?? (flags & UTF8_FLAG ? undefined : decoded(bytes, 'gbk'));
  if (name === undefined || bytes.length > MOST_BYTES) throw new AppError('importUnreadable');
  return name;
}

/**
 * Names become titles and are never used as paths on this machine. A name that would escape its folder marks the whole
 * archive as malicious, so the archive is rejected.
 */
export function assertPlainName(name: string): void {
  const parts = name.replace(/\/$/, '').split('/');
  const isOdd =
    name === '' ||
    name.startsWith('/') ||
    /^[a-z]:/i.test(name) ||
    /[\\\p{Cc}]/u.test(name) ||
    parts.some((part) => part === '' || part === '.' || part === '..');
  if (isOdd) throw new AppError('importUnreadable');
}

/** Files that operating systems add to archives, and hidden files. */
export function isRubbish(name: string): boolean {
  return name.split('/').some((part) => part === '__MACOSX' || part.startsWith('.'));
}
