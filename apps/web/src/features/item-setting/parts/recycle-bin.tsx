import { calls } from '@octavo/contract';
import { useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Card, SectionHead } from '../../../shared/ui/card.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../../shared/ui/state-block.tsx';
import type { ItemDetail } from '../item-detail.ts';
import { DeletedPages, type DeletedPage } from './deleted-pages.tsx';
import { RecoverDialog } from './recover-dialog.tsx';
import styles from './recycle-bin.module.css';

export function RecycleBin({ item }: { item: ItemDetail }) {
  const { t } = useText();
  const {
    data: pages,
    error,
    refetch,
  } = useCall(calls.recycle.getList, {
    item_id: item.item_id,
  });
  const [recovering, setRecovering] = useState<DeletedPage>();
  const isFrozen = item.is_archived === 1;
  return (
    <>
      <SectionHead title={t('itemSetting.recycle')} help={t('itemSetting.recycleHelp')} />
      {isFrozen && pages && pages.length > 0 && (
        <div className={styles.note}>
          <Note kind="warning">{t('itemSetting.archivedRecycle')}</Note>
        </div>
      )}
      {pages ? (
        <Card>
          {pages.length > 0 ? (
            <DeletedPages pages={pages} onRecover={isFrozen ? undefined : setRecovering} />
          ) : (
            <EmptyState title={t('itemSetting.recycleEmptyTitle')}>
              {t('itemSetting.recycleEmptyText')}
            </EmptyState>
          )}
        </Card>
      ) : error ? (
        <Card>
          <LoadError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Skeleton shape="rows" />
      )}
      {recovering && (
        <RecoverDialog
          itemId={item.item_id}
          page={recovering}
          onClosed={() => setRecovering(undefined)}
        />
      )}
    </>
  );
}
