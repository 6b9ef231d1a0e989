import type { Language } from '@octavo/contract/entities';
import { parse } from 'yaml';
import { AppError } from '../../app-error.ts';
import type { ImportedItem, ImportedPage, Reader } from './imported-item.ts';
import { readOpenapi } from './openapi/read-openapi.ts';
import { readPostman } from './postman/read-postman.ts';

/** The format is detected by content, not by the file name. */
const READERS: readonly Reader[] = [readOpenapi, readPostman];

/** UTF-8, or UTF-16 with a byte order mark. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

function parseDocument(text: string): unknown {
  try {
    if (/^\s*[[{]/.test(text)) return JSON.parse(text);
    // Limits YAML aliases: a small file could otherwise expand to a huge document.
    return parse(text, { maxAliasCount: 1000, logLevel: 'silent' }) as unknown;
  } catch {
    throw new AppError('importUnreadable');
  }
}

/** Deeper than any real API description; protects the recursive readers from stack overflows. */
const MAX_DEPTH = 500;

/** YAML aliases can create cycles, on which the readers would recurse endlessly. */
function assertAcyclic(value: unknown, ancestors: ReadonlySet<unknown>, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null) return;
  if (ancestors.has(value) || ancestors.size > MAX_DEPTH) throw new AppError('importUnreadable');
  if (seen.has(value)) return;
  const path = new Set(ancestors).add(value);
  for (const child of Object.values(value)) assertAcyclic(child, path, seen);
  seen.add(value);
}

/** Removes characters that PostgreSQL cannot store. */
function toStorable(page: ImportedPage): ImportedPage {
  const page_content = page.page_content.toWellFormed().replaceAll('\0', '');
  return { ...page, page_content };
}

/** Converts an API description to pages: OpenAPI, Swagger or a Postman collection, in JSON or YAML. */
export function readApiFile(bytes: Uint8Array, language: Language): ImportedItem {
  const document = parseDocument(decode(bytes));
  assertAcyclic(document, new Set(), new Set());
  for (const read of READERS) {
    const imported = read(document, language);
    if (imported) return { ...imported, pages: imported.pages.map(toStorable) };
  }
  throw new AppError('importUnreadable');
}
