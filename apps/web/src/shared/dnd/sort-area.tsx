import {
  closestCenter,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  type SortingStrategy,
} from '@dnd-kit/sortable';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useSortAnnouncements } from './sort-announcements.ts';
import styles from './sort-area.module.css';

/** Distance in pixels before a press becomes a drag, so that links and buttons can still be clicked. */
export const DRAG_DISTANCE_PX = 6;
export const DROP_ANIMATION = { duration: 200, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

/** Above dialogs, because lists inside dialogs can be sorted too. */
export const DRAG_OVERLAY_Z_INDEX = 1100;

interface SortAreaProps {
  ids: readonly number[];
  nameOf: (id: number) => string;
  strategy: SortingStrategy;
  disabled?: boolean;
  onSort: (ids: number[]) => void;
  /** Renders the dragged item; its original position stays visible as an empty slot. */
  renderDragged: (id: number) => ReactNode;
  children: ReactNode;
}

/** Items that can be reordered by mouse, touch and keyboard. */
export function SortArea(props: SortAreaProps) {
  const { ids, strategy, disabled = false, onSort, renderDragged, children } = props;
  const [active, setActive] = useState<number>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } }),
    useSensor(TouchSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  function onDragEnd({ active: { id }, over }: DragEndEvent) {
    setActive(undefined);
    const from = ids.indexOf(Number(id));
    const to = over ? ids.indexOf(Number(over.id)) : from;
    if (from !== to) onSort(arrayMove([...ids], from, to));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={useSortAnnouncements(props)}
      onDragStart={({ active: { id } }) => setActive(Number(id))}
      onDragEnd={onDragEnd}
      onDragCancel={() => setActive(undefined)}
    >
      <SortableContext items={[...ids]} strategy={strategy} disabled={disabled}>
        {children}
      </SortableContext>
      {createPortal(
        <DragOverlay dropAnimation={DROP_ANIMATION} zIndex={DRAG_OVERLAY_Z_INDEX}>
          {active !== undefined && (
            <div className={styles.lifted} inert>
              {renderDragged(active)}
            </div>
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}
