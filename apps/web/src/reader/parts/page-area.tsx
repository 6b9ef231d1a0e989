import type { ItemInfo } from '@octavo/contract/item.entities';
import type { ReaderPage } from '@octavo/contract/reader';
import { SINGLE_PAGE_ITEM, TABLE_ITEM } from '@octavo/contract/item-type';
import { SHEET_PAGE } from '@octavo/contract/page-type';
import { Archive } from 'lucide-react';
import { useText } from '../../shared/i18n/texts.tsx';
import { BusyNote } from '../../shared/ui/busy-note.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx';
import { EmptyState } from '../../shared/ui/state-block.tsx';
import { mayEdit } from '../model/operations.ts';
import type { ItemReading } from '../model/use-item-reading.ts';
import { useDeferred } from '../model/use-deferred.ts';
import { NeighbourCards } from './neighbour-cards.tsx';
import { BareBody, PageBody } from './page-body.tsx';
import styles from './page-area.module.css';
import { PageFailure } from './page-failure.tsx';
import { PageHead } from './page-head.tsx';
import { SheetArea } from './sheet-area.tsx';
import { StartCards } from './start-cards.tsx';

const loadLockNote = async () => (await import('../overlays/lock-note.tsx')).LockNote;

/** The page, or the reason why there is none. */
export function PageArea({ reading }: { reading: ItemReading }) {
  const { item, page, awaited, neighbours, failure } = reading;
  if (failure) {
    const retry = () => void reading.openPage(failure.pageId, { scroll: 0 });
    return (
      <BareBody>
        {awaited ? (
          <>
            <h1 className={`${styles.name} ${styles.awaited}`}>{awaited.page_title}</h1>
            <div className={styles.notes}>
              <BusyNote onRetry={retry} />
            </div>
            <PageSkeleton headless />
          </>
        ) : (
          <PageFailure item={item} error={failure.error} onRetry={retry} />
        )}
      </BareBody>
    );
  }
  if (reading.state === 'slow')
    return (
      <BareBody>
        <PageSkeleton />
      </BareBody>
    );
  if (!page) return <EmptyItem item={item} />;
  if (page.page_type === SHEET_PAGE)
    return (
      <SheetArea
        key={page.page_id}
        page={page}
        isWhole={item.item_type === TABLE_ITEM}
        head={
          <>
            {item.item_type !== TABLE_ITEM && <PageHead page={page} />}
            <Notes item={item} page={page} />
          </>
        }
      />
    );
  const isEmpty = (page.html ?? '').trim() === '';
  const isNearlyEmpty =
    item.item_edit && item.page_count <= 1 && item.item_type !== SINGLE_PAGE_ITEM;
  return (
    <PageBody key={page.page_id} page={page} notes={<Notes item={item} page={page} />}>
      {isEmpty && !isNearlyEmpty && <EmptyPage />}
      {isNearlyEmpty && <StartCards item={item} />}
      <NeighbourCards item={item} neighbours={neighbours} />
    </PageBody>
  );
}

function Notes({ item, page }: { item: ItemInfo; page: ReaderPage | null }) {
  const { t } = useText();
  const { Part: LockNote } = useDeferred(page !== null && mayEdit(item, page), loadLockNote);
  if (item.is_archived !== 1)
    return page && LockNote ? <LockNote key={page.page_id} pageId={page.page_id} /> : null;
  return (
    <div className={styles.notes}>
      <Note kind="warning" icon={<Archive />}>
        {t('reader.archived')}
      </Note>
    </div>
  );
}

function EmptyItem({ item }: { item: ItemInfo }) {
  const { t } = useText();
  return (
    <BareBody>
      <h1 className={styles.name}>{item.item_name}</h1>
      {item.item_description && <p className={styles.description}>{item.item_description}</p>}
      <Notes item={item} page={null} />
      {item.item_edit ? (
        <StartCards item={item} />
      ) : (
        <EmptyState title={t('reader.noPagesTitle')}>{t('reader.noPagesText')}</EmptyState>
      )}
    </BareBody>
  );
}

function EmptyPage() {
  const { t } = useText();
  return <EmptyState title={t('reader.emptyPageTitle')}>{t('reader.emptyPageText')}</EmptyState>;
}
