import { useEffect, useLayoutEffect, useRef, type KeyboardEvent as ReactKeyEvent } from 'react';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { TreeRow } from '../../model/menu.ts';
import type { DragContext } from './drag-session.ts';
import { dropPlaceAt, indexRows, movedRows, type MovedRows, type TreeIndex } from './drop-place.ts';
import {
  firstSpot,
  isStepKey,
  moveByOne,
  stepFrom,
  type LiftedSpot,
  type StepKey,
} from './drop-steps.ts';
import type { MovingStore } from './moving-rows.ts';
import { useMovedName, usePlaceText } from './use-place-text.ts';

interface LiftedRowOptions extends Pick<DragContext, 'item' | 'rows' | 'selectionFor' | 'onMove'> {
  /** The store of `useTreeDrag`. */
  readonly moving: MovingStore;
  /** Shows a text in a live region. */
  readonly announce: (text: string) => void;
  /** Scrolls the row with an index into view. */
  readonly showRow: (at: number) => void;
  /** Focuses the row with a key after it was dropped or put back, because scrolling may have removed it. */
  readonly focusRow: (key: string) => void;
}

interface Lifted {
  readonly tree: TreeIndex;
  readonly row: TreeRow;
  readonly moved: MovedRows;
  readonly at: LiftedSpot;
  /** Removes the listeners. */
  readonly abort: AbortController;
}

/**
 * Moving rows by keyboard: Space lifts, arrow keys move, Space or Enter drops, Esc cancels; Alt+Up and Alt+Down move
 * the row one place. Call `onKeyDown` first for each key in the tree and stop if it returns true.
 */
export function useLiftedRow(options: LiftedRowOptions) {
  const { item, rows, moving, selectionFor, onMove, announce, showRow, focusRow } = options;
  const { t } = useText();
  const text = usePlaceText();
  const movedName = useMovedName();
  const lifted = useRef<Lifted>(undefined);

  function show(next: Lifted) {
    lifted.current = next;
    const place = dropPlaceAt(next.tree, next.moved, next.at.spot);
    moving.set({ row: next.row, moved: next.moved, place });
    return place;
  }

  function end({ abort }: Lifted) {
    abort.abort();
    lifted.current = undefined;
    moving.set(undefined);
  }

  function lift(row: TreeRow): boolean {
    const selection = selectionFor(row);
    if (!selection) return false;
    const tree = indexRows(item, rows);
    const moved = movedRows(selection);
    const at = firstSpot(tree, moved);
    if (!at) return false;
    const abort = new AbortController();
    const place = show({ tree, row, moved, at, abort });
    const words = place ? text.place(place) : '';
    announce(t('tree.dragLifted', { name: movedName(moved), place: words }));
    listen(abort.signal);
    return true;
  }

  /** On the window, because the focused row is removed from a long list when the line is far away. */
  function listen(signal: AbortSignal) {
    window.addEventListener('keydown', (event) => current.current.onLiftedKey(event), {
      signal,
      capture: true,
    });
    const onInterruption = () => current.current.cancel(false);
    window.addEventListener('pointerdown', onInterruption, { signal, capture: true });
    window.addEventListener('blur', onInterruption, { signal });
  }

  function step(now: Lifted, key: StepKey) {
    const next = stepFrom(now.tree, now.moved, now.at, key);
    if (!next) return announce(t('tree.dragNoStep'));
    const place = show({ ...now, at: next });
    if (!place) return;
    showRow('into' in next.spot ? next.spot.into : next.spot.gap);
    const words = text.place(place);
    announce(
      place.problem
        ? t('tree.dragRefused', { reason: text.problem(place.problem), place: words })
        : words,
    );
  }

  function drop(now: Lifted) {
    const place = dropPlaceAt(now.tree, now.moved, now.at.spot);
    if (!place) return;
    if (place.problem) return announce(text.problem(place.problem));
    end(now);
    const name = movedName(now.moved);
    if (place.isSame) announce(t('tree.dragUnchanged', { name }));
    else {
      onMove(now.moved.selection, place.target);
      announce(t('tree.dragDropped', { name, place: text.place(place) }));
    }
    focusRow(now.row.key);
  }

  function cancel(shouldFocus: boolean) {
    const now = lifted.current;
    if (!now) return;
    end(now);
    announce(t('tree.dragCancelled', { name: movedName(now.moved) }));
    if (shouldFocus) focusRow(now.row.key);
  }

  function onLiftedKey(event: KeyboardEvent) {
    const { key } = event;
    const now = lifted.current;
    if (!now || ['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return;
    if (key === 'Tab' || event.ctrlKey || event.metaKey) return cancel(false);
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isStepKey(key)) step(now, key);
    else if ((key === ' ' || key === 'Enter') && !event.repeat) drop(now);
    else if (key === 'Escape') cancel(true);
  }

  const current = useRef({ onLiftedKey, cancel });
  useLayoutEffect(() => {
    current.current = { onLiftedKey, cancel };
    // A changed tree may not have the place any more.
    if (lifted.current && lifted.current.tree.rows !== rows) cancel(true);
  });
  useEffect(() => () => lifted.current?.abort.abort(), []);

  function moveOne(row: TreeRow, direction: 1 | -1): boolean {
    if (!selectionFor(row)) return false;
    const name = row.kind === 'page' ? row.page.page_title : row.catalog.cat_name;
    const move = moveByOne(indexRows(item, rows), rows.indexOf(row), direction);
    if (!move) {
      announce(t(direction < 0 ? 'tree.dragAtStart' : 'tree.dragAtEnd', { name }));
      return true;
    }
    onMove(move.selection, move.target);
    announce(t('tree.dragDropped', { name, place: text.place(move.place) }));
    focusRow(row.key);
    return true;
  }

  /** Returns true if the key was handled; then the event is also cancelled. */
  function onKeyDown(event: ReactKeyEvent, row: TreeRow | undefined): boolean {
    if (!row || lifted.current || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    let isHandled = false;
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
      isHandled = moveOne(row, event.key === 'ArrowUp' ? -1 : 1);
    else if (event.key === ' ' && !event.altKey && !event.repeat) isHandled = lift(row);
    if (isHandled) event.preventDefault();
    return isHandled;
  }

  return { onKeyDown };
}
