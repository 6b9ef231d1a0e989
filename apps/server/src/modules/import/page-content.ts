import { paths } from '@octavo/contract/paths';
import type { ImportedPage } from './imported.ts';
import { withAddresses } from './links.policy.ts';

/** Where the files and pages of an archive are here, as far as they are anywhere. */
export interface Addresses {
  /** By the name of the file in the archive. */
  readonly files: ReadonlyMap<string, { readonly address: string }>;
  /** The page that stands at a place of the archive. */
  readonly pageIds: ReadonlyMap<number, number>;
}

/** The text of a page with the addresses that its files and pages have here. */
export function contentOf(
  { page_content, links }: ImportedPage,
  { files, pageIds }: Addresses,
): string {
  if (!links || links.size === 0) return page_content;
  return withAddresses(page_content, links, (target) => {
    if ('file' in target) return files.get(target.file)?.address;
    const page_id = pageIds.get(target.page);
    return page_id === undefined ? undefined : paths.page.href({ page_id });
  });
}

/** The files that these pages show or name, each once. */
export function filesOf(pages: readonly ImportedPage[]): readonly string[] {
  const targets = pages.flatMap(({ links }) => [...(links?.values() ?? [])]);
  return [...new Set(targets.flatMap((target) => ('file' in target ? target.file : [])))];
}
