import type { DndContextProps } from '@dnd-kit/core';
import { useState } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { project } from './projection.ts';
import { findCatalog, visibleRows, type CatalogPosition, type Tree } from './tree.ts';
import { usePositionText } from './use-position-text.ts';

/** The horizontal distance in pixels of one level; equal to the indentation of the rows. */
const INDENT = 32;

interface DragProps {
  tree: Tree;
  closed: ReadonlySet<number>;
  onDrop: (id: number, position: CatalogPosition) => void;
  onAnnounce: (words: string) => void;
}

interface Dragged {
  readonly id: number;
  readonly overId: number;
  readonly shift: number;
}

/** Moves a catalog by mouse or touch: the dragged catalog, its drop position and whether that is allowed. */
export function useDrag({ tree, closed, onDrop, onAnnounce }: DragProps) {
  const { t } = useText();
  const positionText = usePositionText();
  const [dragged, setDragged] = useState<Dragged>();
  // The descendants move with the dragged catalog and are hidden during the drag.
  const rows = dragged && visibleRows(tree, new Set([...closed, dragged.id]));
  const projection = dragged && rows && project({ tree, rows, ...dragged });

  const events: Pick<
    DndContextProps,
    'onDragStart' | 'onDragMove' | 'onDragOver' | 'onDragEnd' | 'onDragCancel'
  > = {
    onDragStart: ({ active }) =>
      setDragged({ id: Number(active.id), overId: Number(active.id), shift: 0 }),
    onDragMove: ({ delta }) => {
      const shift = Math.round(delta.x / INDENT);
      setDragged((now) => (now && now.shift !== shift ? { ...now, shift } : now));
    },
    onDragOver: ({ over }) =>
      over && setDragged((now) => now && { ...now, overId: Number(over.id) }),
    onDragEnd: () => {
      setDragged(undefined);
      if (!dragged || !projection) return;
      const name = findCatalog(tree, dragged.id)?.cat_name ?? '';
      if (!projection.fits)
        return onAnnounce(t('catalog.refused', { name, reason: t('catalog.tooDeep') }));
      onDrop(dragged.id, projection.position);
      const description = positionText(tree, dragged.id, projection.position);
      onAnnounce(t('catalog.dropped', { name, place: description }));
    },
    onDragCancel: () => setDragged(undefined),
  };

  const hint =
    dragged &&
    projection &&
    (projection.fits ? positionText(tree, dragged.id, projection.position) : t('catalog.tooDeep'));
  return { id: dragged?.id, rows, projection, hint, events };
}
