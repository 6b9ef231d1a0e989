import { useSortable } from '@dnd-kit/sortable';
import type {
  CSSProperties,
  KeyboardEventHandler,
  MouseEventHandler,
  TouchEventHandler,
} from 'react';
import { useText } from '../i18n/texts.tsx';

const MOVE_TRANSITION = { duration: 200, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

/** The event handlers of SortArea's sensors; dnd-kit types them as plain functions. */
interface SensorListeners {
  readonly onMouseDown?: MouseEventHandler;
  readonly onTouchStart?: TouchEventHandler;
  readonly onKeyDown?: KeyboardEventHandler;
}

/** One item of a SortArea: the props of its element and of its grip. */
export function useSortableItem(id: number) {
  const { t } = useText();
  const sortable = useSortable({
    id,
    transition: MOVE_TRANSITION,
    attributes: { roleDescription: t('sorting.role') },
  });
  const { transform, transition } = sortable;
  const style: CSSProperties = {
    transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
    transition,
  };
  // The mouse can drag the whole item; touch drags only by the grip, so that the page can still be scrolled.
  const { onMouseDown, ...gripListeners } = (sortable.listeners ?? {}) as SensorListeners;
  return {
    itemProps: { ref: sortable.setNodeRef, style, onMouseDown },
    gripProps: { ref: sortable.setActivatorNodeRef, ...sortable.attributes, ...gripListeners },
    isSlot: sortable.isDragging,
  };
}
