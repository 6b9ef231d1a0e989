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

/** Names say in a flag that they are UTF-8; archives of Chinese systems say nothing and mean GBK. */
export function entryName(bytes: Uint8Array, flags: number): string {
  const name = decoded(bytes, 'utf-8') ?? (flags & UTF8_FLAG ? undefined : decoded(bytes, 'gbk'));
  if (name === undefined || bytes.length > MOST_BYTES) throw new AppError('importUnreadable');
  return name;
}

/**
 * Names are titles, never paths of this machine; one that would leave its folder somewhere else
 * tells that the whole archive is not meant well.
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

/** What systems put into archives beside what people meant. */
export function isRubbish(name: string): boolean {
  return name.split('/').some((part) => part === '__MACOSX' || part.startsWith('.'));
}
