import {
  closestCenter,
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import {
  DROP_ANIMATION,
  DRAG_OVERLAY_Z_INDEX,
  DRAG_DISTANCE_PX,
} from '../../../shared/dnd/sort-area.tsx';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import type { CatalogAction } from './catalog-dialogs.tsx';
import { findCatalog, moveCatalog, visibleRows } from '../tree.ts';
import type { Catalogs } from '../use-catalogs.ts';
import { useClosedCatalogs } from '../use-closed-catalogs.ts';
import { useDrag } from '../use-drag.ts';
import { useKeyboardMove } from '../use-keyboard-move.ts';
import { useSaveTree } from '../use-save-tree.ts';
import { CatalogRow } from './catalog-row.tsx';
import styles from './catalog-tree.module.css';
import { LiftedRow } from './lifted-row.tsx';

/** Disables the announcements of dnd-kit; the tree has its own live region. */
const noAnnouncements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

interface CatalogTreeProps {
  loaded: Catalogs;
  onAct: (action: CatalogAction) => void;
}

export function CatalogTree({ loaded, onAct }: CatalogTreeProps) {
  const { t } = useText();
  const { item, tree, pages } = loaded;
  const { closed, open, toggle } = useClosedCatalogs(tree);
  const saveTree = useSaveTree(item.item_id);
  const keyboardMove = useKeyboardMove({
    tree,
    onOpen: open,
    onDrop: (after) => saveTree(tree, after),
  });
  const drag = useDrag({
    tree,
    closed,
    onDrop: (id, position) => saveTree(tree, moveCatalog(tree, id, position)),
    onAnnounce: keyboardMove.setSaid,
  });
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } }),
    useSensor(TouchSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } }),
  );
  const list = useRef<HTMLUListElement>(null);
  useRestoredFocus(list, keyboardMove.liftedId);

  const rows = drag.rows ?? visibleRows(keyboardMove.shown, closed);
  const draggedCatalog = drag.id === undefined ? undefined : findCatalog(tree, drag.id);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: noAnnouncements,
        screenReaderInstructions: { draggable: t('catalog.instructions') },
      }}
      {...drag.events}
    >
      <Card>
        <SortableContext
          items={rows.map(({ catalog }) => catalog.cat_id)}
          strategy={verticalListSortingStrategy}
        >
          <ul ref={list} className={styles.tree} aria-label={t('catalog.tree')}>
            {rows.map(({ catalog, level }) => (
              <CatalogRow
                key={catalog.cat_id}
                catalog={catalog}
                level={level}
                pages={pages.get(catalog.cat_id) ?? 0}
                closed={closed.has(catalog.cat_id)}
                lifted={keyboardMove.liftedId === catalog.cat_id}
                slot={drag.id === catalog.cat_id ? drag.projection : undefined}
                onToggle={() => toggle(catalog.cat_id)}
                onGripKey={(event) => keyboardMove.onKeyDown(event, catalog.cat_id)}
                onAct={onAct}
              />
            ))}
          </ul>
        </SortableContext>
      </Card>
      <output className="visually-hidden" aria-live="assertive">
        {keyboardMove.said}
      </output>
      {createPortal(
        <DragOverlay dropAnimation={DROP_ANIMATION} zIndex={DRAG_OVERLAY_Z_INDEX}>
          {draggedCatalog && (
            <LiftedRow
              catalog={draggedCatalog}
              pages={pages.get(draggedCatalog.cat_id) ?? 0}
              hint={drag.hint}
            />
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}

/** Restores the focus of the lifted row, which it loses when its DOM element moves. */
function useRestoredFocus(list: React.RefObject<HTMLElement | null>, id: number | undefined) {
  useLayoutEffect(() => {
    if (id !== undefined) list.current?.querySelector<HTMLElement>(`[data-grip="${id}"]`)?.focus();
  });
}
