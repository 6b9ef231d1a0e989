import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { isSearchable } from '@octavo/contract/keyword';
import { Bell, LayoutGrid, Plus, Settings, Users } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../shared/api/use-call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { itemUrl } from '../../shared/items/item-url.ts';
import { ItemIcon, itemTypeKey } from '../../shared/items/item-type.tsx';
import { Palette } from '../../shared/palette/palette.tsx';
import { filterByTitle, type PaletteEntry } from '../../shared/palette/palette-entry.ts';
import { allResultsEntry, toPaletteEntry } from '../../shared/search/search-entries.tsx';
import { usePageSearch } from '../../shared/search/use-page-search.ts';

const MAX_PAGES = 8;
const MAX_ITEMS = 6;

/** The command palette of the workspace: pages of all the user's items, the items and the screens. */
export function SearchPalette({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const [keyword, setKeyword] = useState('');
  const word = keyword.trim();
  const { pages, isWaiting } = usePageSearch(word, MAX_PAGES);
  const { data: items = [] } = useCall(calls.item.myList, {}, { silent: true });

  const action = (key: string, icon: PaletteEntry['icon'], title: string, href: string) =>
    ({ key, group: 'actions', icon, title, to: { href } }) as const;
  const actions: readonly PaletteEntry[] = [
    action('items', <LayoutGrid />, t('shell.myItems'), paths.myItems.href()),
    action('add', <Plus />, t('addItem.title'), paths.addItem.href()),
    action('teams', <Users />, t('team.title'), paths.teams.href()),
    action('notices', <Bell />, t('notice.title'), paths.notices.href()),
    action('settings', <Settings />, t('shell.userSettings'), paths.userSetting.href()),
  ];
  const ownItems = items.map((item): PaletteEntry => ({
    key: `item${item.item_id}`,
    group: 'items',
    icon: <ItemIcon item={item} />,
    title: item.item_name,
    hint: t(itemTypeKey(item)),
    to: { href: itemUrl(item) },
  }));
  const entries = [
    ...pages.map((page) => toPaletteEntry(page, 'pages')),
    ...filterByTitle(ownItems, word).slice(0, MAX_ITEMS),
    ...filterByTitle(actions, word),
    ...(isSearchable(word)
      ? [allResultsEntry(word, t('reader.allResults', { keyword: word }))]
      : []),
  ];
  return (
    <Palette
      keyword={keyword}
      entries={entries}
      isWaiting={isWaiting}
      onKeyword={setKeyword}
      onClose={onClose}
    />
  );
}
