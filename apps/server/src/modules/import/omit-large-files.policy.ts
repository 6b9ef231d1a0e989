import { MEGABYTE } from '@octavo/contract/file-size';
import { formatSize } from '@octavo/texts/format-size';
import type { ImportedItem, ImportedPage } from './imported-item.ts';
import { listLinkedFiles } from './page-content.ts';

/** Leaves out files that exceed the attachment limit of the site, and lists them in the notes. */
export function omitLargeFiles(
  imported: ImportedItem,
  sizeOf: (name: string) => number,
  megabytes: number,
): ImportedItem {
  const maxBytes = megabytes * MEGABYTE;
  const largeFiles = new Set(
    listLinkedFiles(imported.pages).filter((name) => sizeOf(name) > maxBytes),
  );
  if (largeFiles.size === 0) return imported;
  const isWithinLimit = (target: object) =>
    !('file' in target && largeFiles.has(String(target.file)));
  const pages = imported.pages.map((page): ImportedPage => {
    const links = [...(page.links ?? [])].filter(([, target]) => isWithinLimit(target));
    return links.length === page.links?.size ? page : { ...page, links: new Map(links) };
  });
  const notes = [...largeFiles].map((name) => `> ${formatSize(maxBytes)}: ${name}`);
  return { ...imported, pages, notes: [...notes, ...imported.notes] };
}
