import { paths } from '@octavo/contract/paths';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMedia } from '../../shared/hooks/media.ts';
import { Column } from '../../shared/ui/column.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useText } from '../../shared/i18n/texts.tsx';
import styles from './my-items.module.css';
import { HomeFailure, HomeSide } from './parts/home-side.tsx';
import { HomeTabs } from './parts/home-tabs.tsx';
import { Items } from './parts/items.tsx';
import { tabLabels, toTab } from './parts/tab.ts';
import { UnreadNotice } from './parts/unread-notice.tsx';
import { useFavourites } from './use-favourites.ts';
import { useHome } from './use-home.ts';
import { useMyItems } from './use-my-items.ts';

/** The items of the user, and beside them favourites, recently viewed pages, drafts and changes. */
export function MyItemsScreen() {
  const { t } = useText();
  const [search] = useSearchParams();
  const tab = toTab(search.get('tab'));
  const myItems = useMyItems();
  // Small screens show the number of changes above the items, so it is loaded together with them.
  const isNarrow = useMedia('(max-width: 999px)');
  const home = useHome(isNarrow || tab !== '' || myItems.shown !== undefined);
  const { overview, parts } = home;
  const { toggle, saveOrder } = useFavourites();
  const [draftCount, setDraftCount] = useState<number>();
  const lists = overview && { overview, items: myItems.all, onStar: toggle, onSort: saveOrder };
  const failure = home.isFailed && <HomeFailure onRetry={home.retry} />;

  return (
    <Column width="wide">
      <PageTitle screen={t(tab === '' ? 'shell.myItems' : tabLabels[tab])} />
      <HomeTabs tab={tab} overview={overview} draftCount={draftCount} />
      {isNarrow && parts && <parts.CountDrafts onCount={setDraftCount} />}
      <div className={styles.home}>
        <div className={styles.main}>
          {tab === '' ? (
            <Items {...myItems} overview={overview} onStar={toggle}>
              {isNarrow &&
                (failure || (parts && overview && <parts.ChangesRow overview={overview} />))}
            </Items>
          ) : (
            <>
              <PageHead
                title={t(tabLabels[tab])}
                back={{ to: paths.myItems.href(), label: t('item.backToItems') }}
              />
              {failure ||
                (parts && lists ? (
                  <parts.HomeList tab={tab} {...lists} />
                ) : (
                  <Skeleton shape="rows" />
                ))}
            </>
          )}
        </div>
        {!isNarrow && (
          <HomeSide>{failure || (parts && lists && <parts.HomeColumn {...lists} />)}</HomeSide>
        )}
      </div>
      <UnreadNotice />
    </Column>
  );
}
