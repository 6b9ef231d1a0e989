import { calls } from '@octavo/contract';
import type { ItemInfo } from '@octavo/contract/item.entities';
import type { ReaderPage } from '@octavo/contract/reader';
import { favourite as en } from '@octavo/texts/en/favourite';
import { favourite as zhCn } from '@octavo/texts/zh-cn/favourite';
import { Star } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../shared/api/call.ts';
import { useErrorText } from '../../shared/api/error-text.ts';
import { useMedia } from '../../shared/hooks/media.ts';
import { AdditionalTexts } from '../../shared/i18n/additional-texts.tsx';
import { useText } from '../../shared/i18n/texts.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { showToast } from '../../shared/ui/toast-store.ts';

const texts = { en: { favourite: en }, 'zh-cn': { favourite: zhCn } };

interface PageStarProps {
  item: ItemInfo;
  /** Null if the item has no page; the star is then that of the item. */
  page: ReaderPage | null;
}

/** The star of a page, for users who are logged in. Showing it also records that the user has viewed the page. */
export function PageStar({ item, page }: PageStarProps) {
  const { pages, catalogs } = item.menu;
  // The page could not be loaded yet.
  if (!page && pages.length + catalogs.length > 0) return null;
  const target = page
    ? { page_id: page.page_id, name: page.page_title }
    : { item_id: item.item_id, name: item.item_name };
  return (
    <AdditionalTexts tables={texts}>
      <TargetStar key={page?.page_id ?? 0} {...target} />
    </AdditionalTexts>
  );
}

interface TargetStarProps {
  page_id?: number;
  item_id?: number;
  name: string;
}

function TargetStar({ page_id, item_id, name }: TargetStarProps) {
  const { t } = useText();
  const errorText = useErrorText();
  const isNarrow = useMedia('(max-width: 999px)');
  const [isFavourite, setFavourite] = useState<boolean>();
  useEffect(() => {
    let isCurrent = true;
    call(calls.home.viewed, page_id ? { page_id } : { item_id }, { silent: true }).then(
      ({ is_favourite }) => {
        if (isCurrent) setFavourite(is_favourite);
      },
      // Without a response the page can still be read; it is not in the list of viewed pages then.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [page_id, item_id]);
  if (isFavourite === undefined) return null;

  const toggle = () => {
    setFavourite(!isFavourite);
    const change = isFavourite ? calls.favourite.delete : calls.favourite.add;
    call(change, page_id ? { page_id } : { item_id }).catch((error: unknown) => {
      setFavourite(isFavourite);
      showToast({ kind: 'error', text: errorText(error) });
    });
  };
  return (
    <IconButton
      label={t(isFavourite ? 'favourite.remove' : 'favourite.add', { name })}
      // A style sheet would be one more request.
      style={{
        ...(isFavourite && { color: 'var(--accent-text)' }),
        ...(isNarrow && { width: 44, height: 44 }),
      }}
      onClick={toggle}
    >
      <Star fill={isFavourite ? 'currentColor' : 'none'} />
    </IconButton>
  );
}
