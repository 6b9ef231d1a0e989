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
import { DROP, OVER_DIALOGS, SLACK } from '../../../shared/dnd/sort-area.tsx';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import type { CatalogAct } from '../catalog-act.ts';
import { find, moved, rowsOf } from '../tree.ts';
import type { Catalogs } from '../use-catalogs.ts';
import { useClosed } from '../use-closed.ts';
import { useDrag } from '../use-drag.ts';
import { useLifted } from '../use-lifted.ts';
import { useMove } from '../use-move.ts';
import { CatalogRow } from './catalog-row.tsx';
import styles from './catalog-tree.module.css';
import { LiftedRow } from './lifted-row.tsx';

/** Disables the announcements of dnd-kit; the tree has its own live region. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

interface CatalogTreeProps {
  loaded: Catalogs;
  onAct: (act: CatalogAct) => void;
}

export function CatalogTree({ loaded, onAct }: CatalogTreeProps) {
  const { t } = useText();
  const { item, tree, pages } = loaded;
  const { closed, open, toggle } = useClosed(tree);
  const keep = useMove(item.item_id);
  const byKeys = useLifted({ tree, onOpen: open, onDrop: (after) => keep(tree, after) });
  const drag = useDrag({
    tree,
    closed,
    onDrop: (id, place) => keep(tree, moved(tree, id, place)),
    onSaid: byKeys.setSaid,
  });
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: SLACK } }),
    useSensor(TouchSensor, { activationConstraint: { distance: SLACK } }),
  );
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(list, byKeys.liftedId);

  const rows = drag.rows ?? rowsOf(byKeys.shown, closed);
  const carried = drag.id === undefined ? undefined : find(tree, drag.id);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: silent,
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
                lifted={byKeys.liftedId === catalog.cat_id}
                slot={drag.id === catalog.cat_id ? drag.projection : undefined}
                onToggle={() => toggle(catalog.cat_id)}
                onGripKey={(event) => byKeys.onKeyDown(event, catalog.cat_id)}
                onAct={onAct}
              />
            ))}
          </ul>
        </SortableContext>
      </Card>
      <output className="visually-hidden" aria-live="assertive">
        {byKeys.said}
      </output>
      {createPortal(
        <DragOverlay dropAnimation={DROP} zIndex={OVER_DIALOGS}>
          {carried && (
            <LiftedRow catalog={carried} pages={pages.get(carried.cat_id) ?? 0} hint={drag.hint} />
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}

/** Restores the focus of the lifted row, which it loses when its DOM element moves. */
function useKeptFocus(list: React.RefObject<HTMLElement | null>, id: number | undefined) {
  useLayoutEffect(() => {
    if (id !== undefined) list.current?.querySelector<HTMLElement>(`[data-grip="${id}"]`)?.focus();
  });
}
