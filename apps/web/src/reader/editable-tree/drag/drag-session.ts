import type { TreeRow } from '../../model/menu.ts';
import {
  dropPlaceAt,
  indexRows,
  LINE_LEFT,
  movedRows,
  spotAt,
  type DropPlace,
  type DropSpot,
  type MovedRows,
  type MoveItem,
  type TreeIndex,
} from './drop-place.ts';
import type { MovingStore } from './moving-rows.ts';
import { scrollSpeed } from './scroll-speed.ts';
import type { MoveTarget, TreeSelection } from '../moves/tree-move.ts';

const START_PX = 4;
const OPEN_AFTER_MS = 600;
/** The pointer may be this far beside the tree; farther away there is no place. */
const BESIDE_PX = 48;
/** The time of the first frame of scrolling, whose real time is not known. */
const FRAME_MS = 16;
/** Room for the ghost and its tip, which stay inside the window. */
const GHOST_WIDTH = 300;
const GHOST_HEIGHT = 84;

/** The current props of the tree, which change during a drag: catalogs open, branches are loaded. */
export interface DragContext {
  readonly item: MoveItem;
  readonly rows: readonly TreeRow[];
  readonly rowHeight: number;
  readonly selectionFor: (row: TreeRow) => TreeSelection | undefined;
  readonly onToggle: (catId: number, open: boolean) => void;
  readonly onMove: (selection: TreeSelection, target: MoveTarget) => void;
}

interface DragStart {
  readonly event: PointerEvent;
  readonly row: TreeRow;
  /** The scrolling element. */
  readonly list: HTMLElement;
  /** An element at the corner of the first row, which scrolls with the rows. */
  readonly anchor: HTMLElement;
  readonly moving: MovingStore;
  readonly context: () => DragContext;
  readonly onEnd: () => void;
}

export interface DragSession {
  /** The rows have changed. */
  readonly refresh: () => void;
  readonly cancel: () => void;
}

/**
 * One press of the pointer on a row, which becomes a drag after 4 px. Pointer moves are handled once per frame, and
 * the store changes only with the place.
 */
export function startSession(start: DragStart): DragSession {
  const { event, row, list, anchor, moving, context, onEnd } = start;
  const { pointerId, clientX: startX, clientY: startY } = event;
  const isTouch = event.pointerType === 'touch';
  // A finger starts at the grip, far from the indentation, so its movement counts instead of its position.
  const touchShift = isTouch
    ? (LINE_LEFT[row.level - 1] ?? 0) - (startX - anchor.getBoundingClientRect().left)
    : 0;
  const abort = new AbortController();
  let x = startX;
  let y = startY;
  let moved: MovedRows | undefined;
  let ghost: HTMLElement | undefined;
  let tree: TreeIndex | undefined;
  let spot: DropSpot | undefined;
  let place: DropPlace | undefined;
  let frame = 0;
  let lastFrame: number | undefined;
  let openTimer: ReturnType<typeof setTimeout> | undefined;

  function schedule() {
    frame ||= requestAnimationFrame(onFrame);
  }

  function onFrame(time: number) {
    frame = 0;
    if (!moved) return;
    if (scroll(time - (lastFrame ?? time - FRAME_MS))) {
      lastFrame = time;
      schedule();
    } else lastFrame = undefined;
    update(moved);
  }

  /** Returns whether the list has scrolled, so that it scrolls on while the pointer does not move. */
  function scroll(ms: number): boolean {
    const { top, bottom } = list.getBoundingClientRect();
    const speed = scrollSpeed(y, top, bottom);
    if (speed === 0) return false;
    const before = list.scrollTop;
    // A position that is not a whole pixel may be rounded down, so a slow scroll would never start.
    list.scrollTop = before + (speed < 0 ? Math.floor(speed * ms) : Math.ceil(speed * ms));
    return list.scrollTop !== before;
  }

  function update(rows: MovedRows) {
    moveGhost();
    const next = context();
    const isNewTree = tree?.rows !== next.rows;
    if (!tree || isNewTree) tree = indexRows(next.item, next.rows);
    const corner = anchor.getBoundingClientRect();
    const isBeside = x < corner.left - BESIDE_PX || x > corner.right + BESIDE_PX;
    const under = isBeside
      ? undefined
      : spotAt(tree, rows, {
          x: x - corner.left + touchShift,
          y: y - corner.top,
          rowHeight: next.rowHeight,
        });
    if (!isNewTree && isSameSpot(spot, under)) return;
    spot = under;
    place = spot && dropPlaceAt(tree, rows, spot);
    openLater(tree);
    moving.set({ row, moved: rows, place, onGhost });
  }

  function openLater({ rows }: TreeIndex) {
    clearTimeout(openTimer);
    if (!spot || !('into' in spot) || place?.problem) return;
    const over = rows[spot.into];
    if (over?.kind !== 'catalog' || over.isOpen) return;
    openTimer = setTimeout(() => context().onToggle(over.catalog.cat_id, true), OPEN_AFTER_MS);
  }

  function onGhost(element: HTMLElement) {
    ghost = element;
    moveGhost();
  }

  function moveGhost() {
    if (!ghost) return;
    // Above a finger, which would cover it; below the tip of a mouse pointer.
    const left = Math.min(x + 7, window.innerWidth - GHOST_WIDTH);
    const top = isTouch
      ? y - GHOST_HEIGHT - 24
      : Math.min(y + 10, window.innerHeight - GHOST_HEIGHT);
    ghost.style.transform = `translate(${Math.max(8, left)}px, ${Math.max(8, top)}px)`;
  }

  function begin() {
    const selection = context().selectionFor(row);
    if (!selection) return end();
    moved = movedRows(selection);
    // The pointer stays with the list when rows are replaced while it scrolls.
    list.setPointerCapture(pointerId);
    preventClick(pointerId);
    update(moved);
  }

  function end() {
    abort.abort();
    cancelAnimationFrame(frame);
    clearTimeout(openTimer);
    if (moved) moving.set(undefined);
    moved = undefined;
    onEnd();
  }

  function drop() {
    if (moved) update(moved);
    const [rows, target] = [moved, place];
    const { onMove } = context();
    end();
    if (rows && target && !target.problem && !target.isSame) onMove(rows.selection, target.target);
  }

  const { signal } = abort;
  const onPointer = (type: 'pointermove' | 'pointerup' | 'pointercancel', run: () => void) =>
    window.addEventListener(
      type,
      (pointer) => {
        if (pointer.pointerId !== pointerId) return;
        if (type !== 'pointercancel') ({ clientX: x, clientY: y } = pointer);
        run();
      },
      { signal },
    );
  onPointer('pointermove', () => {
    if (moved) schedule();
    else if (Math.hypot(x - startX, y - startY) >= START_PX) begin();
  });
  onPointer('pointerup', drop);
  onPointer('pointercancel', end);
  window.addEventListener('blur', end, { signal });
  // Before all other listeners, because Esc also clears the selection and closes the drawer.
  window.addEventListener(
    'keydown',
    (key) => {
      if (key.key !== 'Escape' || !moved) return;
      key.preventDefault();
      key.stopImmediatePropagation();
      end();
    },
    { signal, capture: true },
  );
  window.addEventListener('selectstart', (select) => select.preventDefault(), { signal });
  list.addEventListener('scroll', schedule, { signal });

  return { refresh: schedule, cancel: end };
}

function isSameSpot(one: DropSpot | undefined, other: DropSpot | undefined): boolean {
  if (!one || !other) return one === other;
  if ('into' in one) return 'into' in other && one.into === other.into;
  return 'gap' in other && one.gap === other.gap && one.level === other.level;
}

/** Suppresses the click that follows the release of the pointer, also after the drag was cancelled. */
function preventClick(pointerId: number): void {
  const abort = new AbortController();
  const { signal } = abort;
  const stop = (click: Event) => {
    click.preventDefault();
    click.stopImmediatePropagation();
  };
  window.addEventListener('click', stop, { signal, capture: true });
  // The click comes right after the release, if it comes.
  const onRelease = (release: PointerEvent) => {
    if (release.pointerId === pointerId) setTimeout(() => abort.abort());
  };
  window.addEventListener('pointerup', onRelease, { signal });
  window.addEventListener('pointercancel', onRelease, { signal });
}
