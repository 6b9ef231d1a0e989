import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import type { ItemInfo } from '@octavo/contract/item.entities';
import { BookOpen, FileText, LayoutGrid, Sheet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../shared/api/call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { Palette } from '../../shared/palette/palette.tsx';
import { filterByTitle, type PaletteEntry } from '../../shared/palette/palette-entry.ts';
import { paletteExcerpt } from '../../shared/search/excerpt.ts';
import { allResultsEntry, toPaletteEntry } from '../../shared/search/search-entries.tsx';
import { usePageSearch } from '../../shared/search/use-page-search.ts';
import { Method } from '../../shared/ui/method.tsx';
import { itemHref, pageHref } from '../model/urls.ts';
import type { OverlayProps } from '../model/overlay.ts';
import { findMenuPage, breadcrumbTo } from '../model/menu.ts';
import { paths } from '@octavo/contract/paths';
import { SINGLE_PAGE_ITEM, TABLE_ITEM } from '@octavo/contract/item-type';
import { isSearchable } from '@octavo/contract/keyword';

/** Debounce: no request for every typed letter. */
const DEBOUNCE_MS = 250;
const MAX_PAGES = 8;
const MAX_OTHER_PAGES = 4;
const MAX_ITEMS = 6;

type Hit = CallResponse<typeof calls.item.search>['pages'][number];
type Item = CallResponse<typeof calls.item.myList>[number];

/** The palette of an item: its pages, pages of the user's other items, items and available operations. */
export function ItemPalette({ item, operations, onOpenOverlay, catId, onClose }: OverlayProps) {
  const { t } = useText();
  const [keyword, setKeyword] = useState('');
  const word = keyword.trim();
  const { hits, isWaiting } = useHits(item, word);
  const elsewhere = usePageSearch(word, item.is_login ? MAX_PAGES : 0);
  const items = useMyItems(item);
  const catalog = breadcrumbTo(item.menu, catId)?.at(-1);

  const actions = operations.flatMap(({ name, icon: Icon, label, keys, to }): PaletteEntry[] => {
    if ('reason' in to) return [];
    const specificTitle = {
      newPage: catalog && t('reader.newPageIn', { catalog: catalog.cat_name }),
      edit: t('reader.editThisPage'),
      history: t('reader.historyOfPage'),
      info: t('reader.infoOfPage'),
    }[name as 'edit'];
    return [
      {
        key: name,
        group: 'actions',
        icon: <Icon />,
        title: specificTitle ?? t(label),
        keys,
        to: 'href' in to ? to : { run: () => onOpenOverlay(to.overlay) },
      },
    ];
  });
  const home: PaletteEntry = {
    key: 'home',
    group: 'actions',
    icon: <LayoutGrid />,
    title: t('shell.myItems'),
    to: { href: paths.myItems.href() },
  };

  const pages = hits.map((hit) => pageEntry(hit, item, word));
  const others = items.map((row) => itemEntry(row, t(`reader.${typeName(row)}`)));
  const otherPages = elsewhere.pages
    .filter(({ item_id }) => item_id !== item.item_id)
    .slice(0, MAX_OTHER_PAGES);
  const all = item.is_login && isSearchable(word);
  const entries = [
    ...pages,
    ...otherPages.map((result) => toPaletteEntry(result, 'elsewhere')),
    ...filterByTitle(others, word).slice(0, MAX_ITEMS),
    ...filterByTitle(item.is_login ? [...actions, home] : actions, word),
    // The last entry, so that Enter on the name of an action runs the action.
    ...(all ? [allResultsEntry(word, t('reader.allResults', { keyword: word }))] : []),
  ];
  return (
    <Palette
      scope={item.item_name}
      keyword={keyword}
      entries={entries}
      isWaiting={isWaiting || elsewhere.isWaiting}
      onKeyword={setKeyword}
      onClose={onClose}
    />
  );
}

function pageEntry(hit: Hit, item: ItemInfo, word: string): PaletteEntry {
  const menuPage = findMenuPage(item.menu, hit.page_id);
  const breadcrumb =
    menuPage &&
    breadcrumbTo(item.menu, menuPage.cat_id)
      ?.map(({ cat_name }) => cat_name)
      .join(' / ');
  const titleMatches = hit.page_title.toLocaleLowerCase().includes(word.toLocaleLowerCase());
  return {
    key: `page${hit.page_id}`,
    group: 'pages',
    icon: menuPage?.method ? <Method inTree name={menuPage.method} /> : <FileText />,
    title: hit.page_title,
    hint: titleMatches ? breadcrumb : paletteExcerpt(hit),
    to: { href: pageHref(item, hit.page_id) },
  };
}

function itemEntry(row: Item, hint: string): PaletteEntry {
  const icons = { [SINGLE_PAGE_ITEM]: <FileText />, [TABLE_ITEM]: <Sheet /> };
  return {
    key: `item${row.item_id}`,
    group: 'items',
    icon: icons[row.item_type as typeof SINGLE_PAGE_ITEM] ?? <BookOpen />,
    title: row.item_name,
    hint,
    to: { href: itemHref(row) },
  };
}

function typeName({ item_type }: Item) {
  if (item_type === SINGLE_PAGE_ITEM) return 'typeSingle';
  return item_type === TABLE_ITEM ? 'typeTable' : 'typeRegular';
}

function useHits({ item_id }: ItemInfo, word: string) {
  const [result, setResult] = useState<{ word: string; hits: readonly Hit[] }>({
    word: '',
    hits: [],
  });
  const isSearched = isSearchable(word);
  useEffect(() => {
    if (!isSearched) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const input = { item_id, keyword: word, count: MAX_PAGES };
      call(calls.item.search, input, { signal: controller.signal }).then(
        ({ pages }) => setResult({ word, hits: pages }),
        // The palette still shows actions and items; the next letter searches again.
        () => setResult({ word, hits: [] }),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [item_id, word, isSearched]);
  return {
    hits: isSearched ? result.hits : [],
    isWaiting: isSearched && result.word !== word,
  };
}

function useMyItems({ item_id, is_login }: ItemInfo): readonly Item[] {
  const [items, setItems] = useState<readonly Item[]>([]);
  useEffect(() => {
    if (!is_login) return;
    call(calls.item.myList, {}, { silent: true }).then(
      (rows) => setItems(rows.filter((row) => row.item_id !== item_id)),
      () => setItems([]),
    );
  }, [is_login, item_id]);
  return items;
}
