import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import { useMemo } from 'react';
import { useText } from '../i18n/texts.tsx';

interface SortableItems {
  readonly ids: readonly number[];
  readonly nameOf: (id: number) => string;
}

/** Screen reader announcements during a drag. */
export function useSortAnnouncements({ ids, nameOf }: SortableItems) {
  const { t } = useText();
  return useMemo(() => {
    const values = (id: UniqueIdentifier, overId: UniqueIdentifier) => ({
      name: nameOf(Number(id)),
      at: ids.indexOf(Number(overId)) + 1,
      count: ids.length,
    });
    const announcements: Announcements = {
      onDragStart: ({ active }) => t('sorting.lifted', values(active.id, active.id)),
      onDragOver: ({ active, over }) =>
        over ? t('sorting.moved', values(active.id, over.id)) : undefined,
      onDragEnd: ({ active, over }) => t('sorting.dropped', values(active.id, (over ?? active).id)),
      onDragCancel: ({ active }) => t('sorting.cancelled', values(active.id, active.id)),
    };
    return { announcements, screenReaderInstructions: { draggable: t('sorting.instructions') } };
  }, [t, ids, nameOf]);
}
