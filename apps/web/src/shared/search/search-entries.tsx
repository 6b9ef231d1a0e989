import { paths } from '@octavo/contract/paths';
import type { SearchResult } from '@octavo/contract/search.contract';
import { FileText, Search } from 'lucide-react';
import type { PaletteEntry, PaletteGroup } from '../palette/palette-entry.ts';
import { Method } from '../ui/method.tsx';
import { paletteExcerpt } from './excerpt.ts';

/** A found page as a palette entry. The hint is its location, or an excerpt if the title does not match. */
export function toPaletteEntry(page: SearchResult, group: PaletteGroup): PaletteEntry {
  const breadcrumb = [page.item_name, page.place].filter(Boolean).join(' / ');
  return {
    key: `found${page.page_id}`,
    group,
    icon: page.method ? <Method inTree name={page.method} /> : <FileText />,
    title: page.page_title,
    hint: page.title_hits.length > 0 ? breadcrumb : paletteExcerpt(page),
    to: { href: paths.itemPage.href({ item: page.item_id, page_id: page.page_id }) },
  };
}

export function allResultsEntry(word: string, title: string): PaletteEntry {
  return {
    key: 'results',
    group: 'actions',
    icon: <Search />,
    title,
    to: { href: paths.search.href({ keyword: word }) },
  };
}
