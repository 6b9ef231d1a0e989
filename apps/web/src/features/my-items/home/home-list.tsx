import { calls } from '@octavo/contract';
import { CHANGES_PAGE_SIZE } from '@octavo/contract/limits';
import { paths } from '@octavo/contract/paths';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { lastPage, PagedList } from '../../../shared/ui/paged-list.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import type { ListTab } from '../parts/tab.ts';
import { ChangedPages } from './changed-pages.tsx';
import { DraftList } from './draft-list.tsx';
import { EntryLink } from './entry-link.tsx';
import { Favourites } from './favourites.tsx';
import styles from './home.module.css';
import type { HomeLists } from './lists.ts';
import { MarkSeen } from './mark-seen.tsx';
import { ShortTime } from './short-time.tsx';
import { useOpenDrafts } from './use-open-drafts.ts';

/** One of the lists in place of the items: a tab of small screens, or See all. */
export function HomeList({ tab, ...lists }: HomeLists & { tab: ListTab }) {
  return (
    <div className={styles.list}>
      {tab === 'favourites' && <AllFavourites {...lists} />}
      {tab === 'recent' && <RecentlyViewed />}
      {tab === 'drafts' && <Drafts {...lists} />}
      {tab === 'changes' && <Changes />}
    </div>
  );
}

function AllFavourites({ overview: { favourites }, onStar, onSort }: HomeLists) {
  const { t } = useText();
  return (
    <Card>
      {favourites.length > 0 ? (
        <Favourites isList favourites={favourites} onStar={onStar} onSort={onSort} />
      ) : (
        <EmptyState title={t('home.noFavouritesTitle')}>{t('home.favouritesHint')}</EmptyState>
      )}
    </Card>
  );
}

function RecentlyViewed() {
  const { t } = useText();
  const query = useCall(calls.home.recent, {}, { staleTime: 0 });
  return (
    <QueryState query={query}>
      {(recent) => (
        <Card>
          {recent.length > 0 ? (
            <ul aria-label={t('home.recent')}>
              {recent.map((entry) => (
                <li key={entry.page_id || -entry.item_id} className={styles.row}>
                  <EntryLink entry={entry} withItem>
                    <span className={styles.time}>
                      <ShortTime value={entry.view_time} />
                    </span>
                  </EntryLink>
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState title={t('home.noRecentTitle')}>{t('home.noRecentText')}</EmptyState>
          )}
        </Card>
      )}
    </QueryState>
  );
}

function Drafts({ items }: HomeLists) {
  const { t } = useText();
  const drafts = useOpenDrafts();
  if (!drafts) return <Skeleton shape="rows" />;
  return (
    <Card>
      {drafts.length > 0 ? (
        <>
          <DraftList drafts={drafts} items={items} />
          <div className={styles.foot}>
            <ButtonLink size="small" to={paths.userDrafts.href()}>
              {t('home.seeAllDrafts')}
            </ButtonLink>
          </div>
        </>
      ) : (
        <EmptyState title={t('home.noDraftsTitle')}>{t('home.noDraftsText')}</EmptyState>
      )}
    </Card>
  );
}

function Changes() {
  const { t } = useText();
  const [requested, setPage] = useState(1);
  const query = useCall(
    calls.home.changes,
    { page: requested, count: CHANGES_PAGE_SIZE },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  const { data } = query;
  const page = data ? Math.min(requested, lastPage(data.total, CHANGES_PAGE_SIZE)) : requested;
  return (
    <>
      {data && data.total > 0 && (
        <div className={styles.above}>
          <MarkSeen until={data.seen_until} />
        </div>
      )}
      <PagedList
        query={{ ...query, data: data && { list: data.pages, total: data.total } }}
        size={CHANGES_PAGE_SIZE}
        page={page}
        onPage={setPage}
        empty={<EmptyState title={t('home.noChangesTitle')}>{t('home.noChangesText')}</EmptyState>}
      >
        {(pages) => <ChangedPages withItem pages={pages} />}
      </PagedList>
    </>
  );
}
