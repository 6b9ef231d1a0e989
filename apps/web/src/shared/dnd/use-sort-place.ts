import { useSortable } from '@dnd-kit/sortable';
import type {
  CSSProperties,
  KeyboardEventHandler,
  MouseEventHandler,
  TouchEventHandler,
} from 'react';
import { useText } from '../i18n/texts.tsx';

const MOVE = { duration: 200, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

/** What the sensors of SortArea listen to; the library knows them as plain functions only. */
interface Listeners {
  readonly onMouseDown?: MouseEventHandler;
  readonly onTouchStart?: TouchEventHandler;
  readonly onKeyDown?: KeyboardEventHandler;
}

/** One place in a SortArea: where it stands, and what its grip needs to lift it. */
export function useSortPlace(id: number) {
  const { t } = useText();
  const sortable = useSortable({
    id,
    transition: MOVE,
    attributes: { roleDescription: t('sorting.role') },
  });
  const { transform, transition } = sortable;
  const style: CSSProperties = {
    transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
    transition,
  };
  // A touch anywhere else scrolls; the mouse can take hold of the whole thing.
  const { onMouseDown, ...byGrip } = (sortable.listeners ?? {}) as Listeners;
  return {
    place: { ref: sortable.setNodeRef, style, onMouseDown },
    grip: { ref: sortable.setActivatorNodeRef, ...sortable.attributes, ...byGrip },
    isSlot: sortable.isDragging,
  };
}
