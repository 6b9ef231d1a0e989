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
import { useSortTexts } from './sort-texts.ts';
import styles from './sort-area.module.css';

/** Distance in pixels before a press becomes a drag, so that links and buttons can still be clicked. */
export const SLACK = 6;
export const DROP = { duration: 200, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

/** Above dialogs, because lists inside dialogs can be sorted too. */
export const OVER_DIALOGS = 1100;

interface SortAreaProps {
  ids: readonly number[];
  nameOf: (id: number) => string;
  strategy: SortingStrategy;
  disabled?: boolean;
  onSort: (ids: number[]) => void;
  /** Renders the dragged item; its original position stays visible as an empty slot. */
  renderLifted: (id: number) => ReactNode;
  children: ReactNode;
}

/** Items that can be reordered by mouse, touch and keyboard. */
export function SortArea(props: SortAreaProps) {
  const { ids, strategy, disabled = false, onSort, renderLifted, children } = props;
  const [active, setActive] = useState<number>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: SLACK } }),
    useSensor(TouchSensor, { activationConstraint: { distance: SLACK } }),
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
      accessibility={useSortTexts(props)}
      onDragStart={({ active: { id } }) => setActive(Number(id))}
      onDragEnd={onDragEnd}
      onDragCancel={() => setActive(undefined)}
    >
      <SortableContext items={[...ids]} strategy={strategy} disabled={disabled}>
        {children}
      </SortableContext>
      {createPortal(
        <DragOverlay dropAnimation={DROP} zIndex={OVER_DIALOGS}>
          {active !== undefined && (
            <div className={styles.lifted} inert>
              {renderLifted(active)}
            </div>
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}
