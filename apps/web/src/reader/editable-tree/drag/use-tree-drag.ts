import {
  useEffect,
  useLayoutEffect,
  useRef,
  type DragEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { startSession, type DragContext, type DragSession } from './drag-session.ts';
import type { MovingStore } from './moving-rows.ts';

interface TreeDragOptions extends DragContext {
  /** Made once: `useState(createMovingStore)`. */
  readonly moving: MovingStore;
  /** The scrolling element with the rows; each row has its key as `data-key`. */
  readonly list: RefObject<HTMLElement | null>;
}

/** For the grip of a row, the only part that drags by touch. */
export const gripProps = { 'data-grip': '', style: { touchAction: 'none' } } as const;

/**
 * Dragging rows of the tree by mouse, pen, or by the grip of a row.
 *
 * - `listProps` are the handlers of the list; the rows need none.
 * - `<DragOverlay anchor={drag.anchor} rowHeight={…} moving={moving} />` is always the first child of the list.
 * - `useMovedRows(moving)?.keys` are the keys of the dragged rows, which are shown dimmed.
 * - `selectionFor` returns undefined for rows that the user may not move. It is called when the drag starts.
 */
export function useTreeDrag(options: TreeDragOptions) {
  const { list, rows, moving } = options;
  const anchor = useRef<HTMLDivElement>(null);
  const session = useRef<DragSession>(undefined);
  const context = useRef<DragContext>(options);

  // During a drag catalogs open under the pointer.
  useLayoutEffect(() => {
    context.current = options;
    session.current?.refresh();
  });
  useEffect(() => () => session.current?.cancel(), []);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const { target } = event;
    if (event.button !== 0 || session.current || !(target instanceof Element)) return;
    const isGrip = target.closest('[data-grip]') !== null;
    const isControl = target.closest('button, input, textarea') !== null;
    if (!isGrip && (isControl || event.pointerType === 'touch')) return;
    const key = target.closest('[data-key]')?.getAttribute('data-key');
    const row = rows.find((one) => one.key === key);
    if (!row || !list.current || !anchor.current) return;
    session.current = startSession({
      event: event.nativeEvent,
      row,
      list: list.current,
      anchor: anchor.current,
      moving,
      context: () => context.current,
      onEnd: () => (session.current = undefined),
    });
  }

  /** Links are not dragged by the browser. */
  const onDragStart = (event: DragEvent<HTMLElement>) => event.preventDefault();

  return { listProps: { onPointerDown, onDragStart }, anchor };
}
