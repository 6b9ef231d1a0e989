import { calls } from '@octavo/contract';
import { MAX_SELECTED_ROWS } from '@octavo/contract/limits';
import type { ItemInfo } from '@octavo/contract/item.entities';
import { useEffect, useState } from 'react';
import { BusinessError, NetworkError, isOverloaded } from '../../../shared/api/call-error.ts';
import { call } from '../../../shared/api/call.ts';
import { isLoginNeeded, useErrorText } from '../../../shared/api/error-text.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { dismissErrors, showToast } from '../../../shared/ui/toast-store.ts';
import { findMenuPage, type Menu } from '../../model/menu.ts';
import { pageHref } from '../../model/urls.ts';
import { carryUndo, takeCarriedUndo } from './carried-undo.ts';
import { createMoveQueue } from './move-queue.ts';
import {
  applyMove,
  isInPlace,
  placeRows,
  positionsOf,
  removeRows,
  resolveTarget,
  type MoveTarget,
  type TreeSelection,
} from './tree-move.ts';
import { dismissUndoToast, showUndoToast } from './undo-toast.tsx';
import { isUnknownRow } from './unknown-row.ts';
import { useSelectionText } from '../use-selection-text.ts';

/** The server undoes a move within this time. */
const UNDO_MS = 10 * 60_000;

export interface TreeMovesOptions {
  readonly item: ItemInfo;
  /** The page being read; the reader follows it to another item. */
  readonly shownId: number | undefined;
  readonly setMenu: (change: (menu: Menu) => Menu) => void;
  /** Fetches the menu from the server again. */
  readonly refresh: () => Promise<void>;
}

interface DoneMove {
  readonly moveId: string;
  /** The item that the rows were taken from. */
  readonly itemId: number;
  readonly movedAt: number;
  readonly apply: (menu: Menu) => Menu;
  readonly revert: (menu: Menu) => Menu;
  /** Opened after the undo, if the page being read has moved with the others. */
  readonly href?: string;
}

/**
 * Moves rows of the tree: shows the move at once, sends it, and offers Undo in a toast and by Ctrl+Z. A failed move is
 * reverted and can be repeated.
 */
export function useTreeMoves(options: TreeMovesOptions) {
  const { t } = useText();
  const errorText = useErrorText();
  const selectionText = useSelectionText();
  const current = { ...options, t, errorText, selectionText };
  const [moves] = useState(() => createTreeMoves(current));
  useEffect(() => moves.onRendered(current));
  useEffect(() => moves.offerCarriedUndo(), [moves]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isUndoKey(event) || isInField() || !moves.canUndo()) return;
      event.preventDefault();
      moves.undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [moves]);
  return moves;
}

type Context = TreeMovesOptions &
  Pick<ReturnType<typeof useText>, 't'> & {
    readonly errorText: (error: unknown) => string;
    readonly selectionText: (selection: TreeSelection) => string;
  };

function createTreeMoves(first: Context) {
  let latest = first;
  const context = () => latest;
  const queue = createMoveQueue(first.item.menu, context);
  /** Oldest first. */
  let done: readonly DoneMove[] = [];

  /** Without a response the server may have moved the rows. */
  function failureText(key: 'tree.moveFailed' | 'tree.undoFailed', error: unknown): string {
    const { t, errorText } = context();
    const reason = errorText(error);
    return t(error instanceof NetworkError ? 'tree.unconfirmed' : key, { reason });
  }

  function offerUndo(text: string): void {
    showUndoToast(text, { label: context().t('tree.undo'), run: undo });
  }

  function move(selection: TreeSelection, requested: MoveTarget, targetName: string): void {
    const { item, shownId, t } = context();
    if (Math.max(selection.pages.length, selection.catalogs.length) > MAX_SELECTED_ROWS) {
      showToast({ kind: 'error', text: t('tree.moveTooMany', { count: MAX_SELECTED_ROWS }) });
      return;
    }
    const menu = queue.menu();
    const isAway = requested.itemId !== item.item_id;
    const target = isAway ? requested : resolveTarget(menu, selection, requested);
    const apply = rememberLast((to: Menu) =>
      isAway ? removeRows(to, selection) : applyMove(to, selection, target),
    );
    if (!isAway && isInPlace(menu, selection, target, apply(menu))) return;
    const positions = positionsOf(menu, selection);
    const revert = rememberLast((to: Menu) => placeRows(to, positions));
    queue.add({
      apply,
      revert,
      async send() {
        const { move_id: moveId } = await sendMove(item.item_id, selection, target);
        const what = context().selectionText(selection);
        const isToTop = !isAway && target.catId === 0;
        const text = isToTop
          ? t('tree.movedToTop', { what })
          : t('tree.moved', { what, target: targetName });
        const doneMove = { moveId, itemId: item.item_id, movedAt: Date.now(), apply, revert };
        dismissErrors();
        if (isAway && shownId !== undefined && isSelected(selection, shownId)) {
          carryUndo({ ...doneMove, text, href: pageHref(item, shownId) });
          location.assign(pageHref({ item_id: target.itemId, item_domain: '' }, shownId));
          return;
        }
        done = [...done, doneMove];
        offerUndo(text);
      },
      async onFailure(error, reload) {
        if (isLoginNeeded(error)) return;
        const isOutdated = isUnknownRow(error);
        if (isOutdated) await reload();
        showToast({
          kind: 'error',
          text: isOutdated ? t('tree.moveOutdated') : failureText('tree.moveFailed', error),
          action: { label: t('shell.retry'), run: () => move(selection, requested, targetName) },
        });
      },
    });
  }

  function undo(): void {
    dismissUndoToast();
    // The last move may not be confirmed yet.
    if (queue.isBusy()) return queue.afterWaiting(undo);
    const last = done.at(-1);
    if (!last || !canUndo()) return;
    done = done.slice(0, -1);
    queue.add({
      apply: last.revert,
      revert: last.apply,
      async send() {
        await call(calls.catalog.undoMove, { item_id: last.itemId, move_id: last.moveId });
        dismissErrors();
        if (last.href !== undefined) return location.assign(last.href);
        showToast({ kind: 'done', text: context().t('tree.moveUndone') });
      },
      onFailure(error) {
        if (isLoginNeeded(error)) return;
        // Without a response, or if the server is overloaded, the move can still be undone.
        const canRetry = !(error instanceof BusinessError) || isOverloaded(error);
        if (canRetry) done = [...done, last];
        const { t } = context();
        showToast({
          kind: 'error',
          text: failureText('tree.undoFailed', error),
          ...(canRetry && { action: { label: t('shell.retry'), run: undo } }),
        });
      },
    });
  }

  function canUndo(): boolean {
    const last = done.at(-1);
    return queue.isBusy() || (last !== undefined && Date.now() - last.movedAt < UNDO_MS);
  }

  return {
    move,
    undo,
    canUndo,
    onRendered(rendered: Context): void {
      latest = rendered;
      queue.onRendered(rendered.item.menu);
    },
    /** Offers to undo the move that has led to this document. */
    offerCarriedUndo(): void {
      const carried = takeCarriedUndo();
      if (!carried) return;
      const unchanged = (menu: Menu) => menu;
      done = [{ ...carried, apply: unchanged, revert: unchanged }];
      offerUndo(carried.text);
    },
  };
}

function sendMove(item_id: number, { pages, catalogs }: TreeSelection, target: MoveTarget) {
  const page_ids = pages.map(({ page_id }) => page_id);
  const to_item_id = target.itemId;
  const { afterPageId: after_page_id, afterCatId: after_cat_id } = target;
  const pagePlace = after_page_id === undefined ? {} : { after_page_id };
  if (catalogs.length === 0)
    return call(calls.page.move, {
      item_id,
      page_ids,
      to_item_id,
      cat_id: target.catId,
      ...pagePlace,
    });
  return call(calls.catalog.move, {
    item_id,
    cat_ids: catalogs.map(({ cat_id }) => cat_id),
    ...(page_ids.length > 0 && { page_ids, ...pagePlace }),
    to_item_id,
    parent_cat_id: target.catId,
    ...(after_cat_id !== undefined && { after_cat_id }),
  });
}

/** The queue and the screen apply a change to the same menu, which may be large: it is changed once. */
function rememberLast(change: (menu: Menu) => Menu): (menu: Menu) => Menu {
  let last: { readonly from: Menu; readonly to: Menu } | undefined;
  return (from) => {
    if (last?.from !== from) last = { from, to: change(from) };
    return last.to;
  };
}

function isSelected({ pages, catalogs }: TreeSelection, pageId: number): boolean {
  return (
    pages.some(({ page_id }) => page_id === pageId) ||
    catalogs.some((catalog) => findMenuPage(catalog, pageId) !== undefined)
  );
}

function isUndoKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey, isComposing, defaultPrevented } = event;
  if (shiftKey || altKey || isComposing || defaultPrevented) return false;
  return (ctrlKey || metaKey) && key.toLowerCase() === 'z';
}

/** In a field Ctrl+Z undoes typing, and in a dialog the tree is covered. */
function isInField(): boolean {
  const focused = document.activeElement;
  return (
    document.querySelector('dialog[open]') !== null ||
    (focused instanceof HTMLElement &&
      (focused.isContentEditable || focused.matches('input, textarea, select')))
  );
}
