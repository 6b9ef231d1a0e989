import type { DndContextProps } from '@dnd-kit/core';
import { useState } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { project } from './projection.ts';
import { find, rowsOf, type Place, type Tree } from './tree.ts';
import { usePlaceText } from './use-place-text.ts';

/** The horizontal distance in pixels of one level; equal to the indentation of the rows. */
const INDENT = 32;

interface DragProps {
  tree: Tree;
  closed: ReadonlySet<number>;
  onDrop: (id: number, place: Place) => void;
  onSaid: (words: string) => void;
}

interface Dragged {
  readonly id: number;
  readonly overId: number;
  readonly shift: number;
}

/** Moves a catalog by mouse or touch: the dragged catalog, its drop position and whether that is allowed. */
export function useDrag({ tree, closed, onDrop, onSaid }: DragProps) {
  const { t } = useText();
  const placeText = usePlaceText();
  const [dragged, setDragged] = useState<Dragged>();
  // The descendants move with the dragged catalog and are hidden during the drag.
  const rows = dragged && rowsOf(tree, new Set([...closed, dragged.id]));
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
      const name = find(tree, dragged.id)?.cat_name ?? '';
      if (!projection.fits)
        return onSaid(t('catalog.refused', { name, reason: t('catalog.tooDeep') }));
      onDrop(dragged.id, projection.place);
      const place = placeText(tree, dragged.id, projection.place);
      onSaid(t('catalog.dropped', { name, place }));
    },
    onDragCancel: () => setDragged(undefined),
  };

  const hint =
    dragged &&
    projection &&
    (projection.fits ? placeText(tree, dragged.id, projection.place) : t('catalog.tooDeep'));
  return { id: dragged?.id, rows, projection, hint, events };
}
