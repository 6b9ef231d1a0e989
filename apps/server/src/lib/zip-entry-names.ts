import { AppError } from '../app-error.ts';

const UTF8_FLAG = 0x800;
const MAX_NAME_BYTES = 4096;

function tryDecode(bytes: Uint8Array, encoding: 'utf-8' | 'gbk'): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A flag marks UTF-8 names; archives of Chinese systems do not set it and use GBK. */
export function entryName(bytes: Uint8Array, flags: number): string {
  const name =
    tryDecode(bytes, 'utf-8') ?? (flags & UTF8_FLAG ? undefined : tryDecode(bytes, 'gbk'));
  if (name === undefined || bytes.length > MAX_NAME_BYTES) throw new AppError('importUnreadable');
  return name;
}

/**
 * Names become titles and are never used as paths on this machine. A name that would escape its folder marks the whole
 * archive as malicious, so the archive is rejected.
 */
export function assertSafeName(name: string): void {
  const parts = name.replace(/\/$/, '').split('/');
  const isUnsafe =
    name === '' ||
    name.startsWith('/') ||
    /^[a-z]:/i.test(name) ||
    /[\\\p{Cc}]/u.test(name) ||
    parts.some((part) => part === '' || part === '.' || part === '..');
  if (isUnsafe) throw new AppError('importUnreadable');
}

/** Files that operating systems add to archives, and hidden files. */
export function isSystemFile(name: string): boolean {
  return name.split('/').some((part) => part === '__MACOSX' || part.startsWith('.'));
}
