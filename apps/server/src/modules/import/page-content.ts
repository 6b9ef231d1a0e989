import { paths } from '@octavo/contract/paths';
import type { ImportedPage } from './imported-item.ts';
import { resolveLinks } from './links.policy.ts';

/** The URLs and ids that files and pages of an archive have on this site, if any. */
export interface LinkAddresses {
  /** Keyed by the file name in the archive. */
  readonly files: ReadonlyMap<string, { readonly address: string }>;
  /** Page ids by the index of the page in the archive. */
  readonly pageIds: ReadonlyMap<number, number>;
}

/** The text of a page with its links resolved to URLs of this site. */
export function resolveContent(
  { page_content, links }: ImportedPage,
  { files, pageIds }: LinkAddresses,
): string {
  if (!links || links.size === 0) return page_content;
  return resolveLinks(page_content, links, (target) => {
    if ('file' in target) return files.get(target.file)?.address;
    const page_id = pageIds.get(target.page);
    return page_id === undefined ? undefined : paths.page.href({ page_id });
  });
}

/** The files that these pages embed or link to, without duplicates. */
export function listLinkedFiles(pages: readonly ImportedPage[]): readonly string[] {
  const targets = pages.flatMap(({ links }) => [...(links?.values() ?? [])]);
  return [...new Set(targets.flatMap((target) => ('file' in target ? target.file : [])))];
}
