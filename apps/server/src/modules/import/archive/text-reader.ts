import { MAX_SHEET_BYTES } from '@octavo/contract/file-size';
import { formatSize } from '@octavo/texts/format-size';
import { AppError } from '../../../app-error.ts';
import { destinationsIn } from '@octavo/markdown/link-destinations';
import type { LinkTarget } from '../imported-item.ts';
import type { Archive } from '../../../lib/zip-reader.ts';

/** The limit of one table, or of one text with its embedded images. */
const MAX_TEXT_BYTES = MAX_SHEET_BYTES;
/** The limit of all texts of an archive, which are held in memory, unlike its other files. */
const MAX_TOTAL_TEXT_BYTES = 200 * 1024 * 1024;

/** Decodes UTF-8, else GBK, and removes characters that PostgreSQL cannot store. */
export function decodeText(bytes: Uint8Array): string {
  const decode = (encoding: string) => new TextDecoder(encoding, { fatal: true }).decode(bytes);
  try {
    return decode('utf-8').replaceAll('\0', '');
  } catch {
    return new TextDecoder('gbk').decode(bytes).replaceAll('\0', '').toWellFormed();
  }
}

/** The note for a text that `read` rejects because of its size. */
export const tooLongNote = (name: string) => `> ${formatSize(MAX_TEXT_BYTES)}: ${name}`;

/** Reads texts within the total limit. */
export function createTextReader(archive: Archive) {
  let remaining = MAX_TOTAL_TEXT_BYTES;
  return {
    /** Undefined when the text is too long for a page. */
    async read(name: string): Promise<string | undefined> {
      const size = archive.files.get(name)?.size ?? 0;
      if (size > MAX_TEXT_BYTES) return undefined;
      remaining -= size;
      if (remaining < 0) throw new AppError('tooLarge');
      return decodeText(await archive.read(name));
    },
  };
}

/** Resolves a link destination to a path inside the archive; undefined for external URLs and fragments. */
function resolvePath(from: string, destination: string): string | undefined {
  if (/^([a-z][a-z0-9+.-]*:|[/#\\])/i.test(destination)) return undefined;
  const [path = ''] = destination.split(/[?#]/);
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // A `%` that is not an escape sequence is part of the name.
  }
  const parts = from.split('/').slice(0, -1);
  for (const part of plain.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The links of a text whose targets are in the archive. */
export function findLinks(
  text: string,
  from: string,
  archive: Archive,
  pageIndexes: ReadonlyMap<string, number>,
): ReadonlyMap<string, LinkTarget> {
  const links = new Map<string, LinkTarget>();
  for (const destination of new Set(destinationsIn(text))) {
    const name = resolvePath(from, destination);
    const page = name === undefined ? undefined : pageIndexes.get(name);
    const file = name === undefined ? undefined : archive.files.get(name);
    if (page !== undefined) links.set(destination, { page });
    else if (file) links.set(destination, { file: file.name, mark: file.mark });
  }
  return links;
}
