import { formatSize } from '@octavo/texts/format-size';
import type { Imported, ImportedPage } from './imported.ts';
import { filesOf } from './page-content.ts';

/** Leaves out files that exceed the attachment limit of the site, and lists them in the notes. */
export function withinLimit(
  imported: Imported,
  sizeOf: (name: string) => number,
  megabytes: number,
): Imported {
  const most = megabytes * 1024 * 1024;
  const large = new Set(filesOf(imported.pages).filter((name) => sizeOf(name) > most));
  if (large.size === 0) return imported;
  const isKept = (target: object) => !('file' in target && large.has(String(target.file)));
  const pages = imported.pages.map((page): ImportedPage => {
    const links = [...(page.links ?? [])].filter(([, target]) => isKept(target));
    return links.length === page.links?.size ? page : { ...page, links: new Map(links) };
  });
  const notes = [...large].map((name) => `> ${formatSize(most)}: ${name}`);
  return { ...imported, pages, notes: [...notes, ...imported.notes] };
}
