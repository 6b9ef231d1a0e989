import { paths } from '@octavo/contract/paths';
import {
  useEffect,
  useMemo,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { showToast } from '../../shared/ui/toast-store.ts';
import {
  breadcrumbTo,
  catalogKey,
  findMenuPage,
  missingBranchIds,
  pageKey,
  visibleRows,
  type TreeRow,
} from '../model/menu.ts';
import type { ItemReading } from '../model/use-item-reading.ts';
import { measureRow, scrollToRow, useTreeList } from '../model/use-tree-list.ts';
import { withDraft } from './rows/draft-row.ts';
import { createMovingStore } from './drag/moving-rows.ts';
import type { RowEntry } from './rows/row-entries.ts';
import { createRowList } from './rows/row-list.ts';
import { rightsOnRows } from './rows/row-rights.ts';
import { keyAfterRemoval, selectionOf } from './selection.ts';
import { removeRows, type MoveTarget, type TreeSelection } from './moves/tree-move.ts';
import { useFormerTree, useTakeOver } from './moves/use-former-tree.ts';
import { useLiftedRow } from './drag/use-lifted-row.ts';
import { useLongPress } from './rows/use-long-press.ts';
import { useNameEditing } from './rows/use-name-editing.ts';
import { useRowMenu } from './rows/use-row-menu.ts';
import { useSelection } from './use-selection.ts';
import { useTreeCommands } from './use-tree-commands.ts';
import { useTreeDrag } from './drag/use-tree-drag.ts';
import { useTreeMoves } from './moves/use-tree-moves.ts';

/** The state of the editable tree, and what mouse, keys and touch do in it. */
export function useTreeEditor(reading: ItemReading) {
  const { t } = useText();
  const { item, openCatalogs } = reading;
  const commands = useTreeCommands(reading);
  const naming = useNameEditing(reading, commands);
  const draft = naming.edited?.draft;
  const [listRows] = useState(createRowList);
  const rows = useMemo(
    () => listRows(draft ? withDraft(item.menu, draft) : item.menu, openCatalogs),
    [listRows, item.menu, draft, openCatalogs],
  );
  const rights = useMemo(() => rightsOnRows(item, rows), [item, rows]);
  const former = useFormerTree();
  const tree = useTreeList(rows, reading, former.top);
  useTakeOver(tree.list, former);
  useOpenBranches(reading);
  useMovedPage(reading);
  const selection = useSelection(item.menu);
  const menu = useRowMenu();
  const refresh = () => reading.refresh(reading.page?.page_id ?? 0);
  const moves = useTreeMoves({
    item,
    shownId: reading.page?.page_id,
    setMenu: commands.setMenu,
    refresh,
  });
  const [dialog, setDialog] = useState<ReactNode>();
  const focusedRow = rows[tree.tabAt];

  /** The row of an element, if the user may edit it. */
  function rowOf(target: EventTarget): TreeRow | undefined {
    const key =
      target instanceof Element ? target.closest('[data-key]')?.getAttribute('data-key') : '';
    const at = rows.findIndex((row) => row.key === key);
    return rights[at] === 'none' || naming.edited?.key === key ? undefined : rows[at];
  }

  /** By key: the menu may have been refreshed since the row was pressed. */
  const mayChange = ({ key }: TreeRow) =>
    rights[rows.findIndex((row) => row.key === key)] === 'all';

  /** Selects all rows from the start of the range to a row. */
  function extendSelection(row: TreeRow) {
    const changeable = rows.filter((_, at) => rights[at] === 'all');
    selection.extendTo(row.key, changeable, focusedRow?.key);
  }

  /** The rows that an action on a row applies to: all selected rows if it is one of them. */
  function selectionFor(row: TreeRow): TreeSelection | undefined {
    if (!mayChange(row)) return undefined;
    return selection.keys.has(row.key) ? selection : selectionOf(row);
  }

  const [announcement, setAnnouncement] = useState('');
  const [moving] = useState(createMovingStore);
  const dragOptions = {
    item,
    rows,
    moving,
    selectionFor,
    onMove: (moved: TreeSelection, target: MoveTarget) => move(moved, target, nameOf(target)),
  };
  const drag = useTreeDrag({
    ...dragOptions,
    list: tree.list,
    rowHeight: tree.rowHeight,
    onToggle: reading.toggle,
  });
  const lifted = useLiftedRow({
    ...dragOptions,
    announce: setAnnouncement,
    showRow: (at) => scrollToRow(tree.list.current, at),
    focusRow: tree.focusRow,
  });

  function nameOf({ catId }: MoveTarget): string {
    return breadcrumbTo(item.menu, catId)?.at(-1)?.cat_name ?? t('tree.topLevel');
  }

  const longPress = useLongPress((target) => {
    const row = rowOf(target);
    if (row && !selection.isTouch) menu.openSheet(row);
  });

  async function openDialog(load: () => Promise<ReactNode>) {
    try {
      setDialog(await load());
    } catch {
      // The browser is offline, or a new release has replaced the chunk.
      showToast({ kind: 'error', text: t('states.loadTitle') });
    }
  }

  function closeDialog() {
    setDialog(undefined);
  }

  async function removeSelected(removed: TreeSelection, pageCount: number) {
    await commands.remove(removed, pageCount);
    const left = visibleRows(removeRows(item.menu, removed), openCatalogs);
    selection.clear();
    tree.focusRow(keyAfterRemoval(rows, left));
  }

  function openDelete(removed: TreeSelection) {
    void openDialog(async () => {
      const { DeleteDialog } = await import('./rows/delete-dialog.tsx');
      return (
        <DeleteDialog
          item={item}
          selection={removed}
          onDelete={removeSelected}
          onClose={closeDialog}
        />
      );
    });
  }

  function move(moved: TreeSelection, target: MoveTarget, targetName: string) {
    moves.move(moved, target, targetName);
    const [catalog] = moved.catalogs;
    const [page] = moved.pages;
    if (target.itemId !== item.item_id) {
      const left = visibleRows(removeRows(item.menu, moved), openCatalogs);
      selection.clear();
      tree.focusRow(keyAfterRemoval(rows, left));
      return;
    }
    openCatalogsTo(target.catId);
    if (page) tree.focusRow(pageKey(page.page_id));
    else if (catalog) tree.focusRow(catalogKey(catalog.cat_id));
  }

  /** Shows the rows that were moved there. A branch that is not loaded stays closed: its response may lack the move. */
  function openCatalogsTo(catId: number) {
    for (const { cat_id, loaded } of breadcrumbTo(item.menu, catId) ?? [])
      if (loaded && !openCatalogs.has(cat_id)) reading.toggle(cat_id, true);
  }

  function openMove(moved: TreeSelection) {
    void openDialog(async () => {
      const { MoveDialog } = await import('./move-dialog/move-dialog.tsx');
      return (
        <MoveDialog
          item={item}
          selection={moved}
          onMove={(target, targetName) => move(moved, target, targetName)}
          onCreated={(itemId) => {
            if (itemId === item.item_id) void refresh();
          }}
          onClose={closeDialog}
        />
      );
    });
  }

  /** Runs an entry of the menu of a row. */
  function run(entry: RowEntry, row: TreeRow) {
    const selected = selectionFor(row);
    switch (entry) {
      case 'newPage':
        return naming.startDraft(row, 'page');
      case 'newCatalog':
        return naming.startDraft(row, 'catalog');
      case 'select':
        return selection.startByTouch(row.key);
      case 'rename':
        return naming.startRename(row);
      case 'duplicate':
        return void commands.duplicate(row);
      case 'move':
        return selected && openMove(selected);
      case 'copyLink':
        return void commands.copyLink(row, tree.list.current ?? document.body);
      case 'export':
        return location.assign(exportHref(row));
      case 'delete':
        return selected && openDelete(selected);
    }
  }

  function exportHref(row: TreeRow): string {
    const { item_id } = item;
    const query =
      row.kind === 'page'
        ? { cat_id: row.page.cat_id, page_id: row.page.page_id }
        : { cat_id: row.catalog.cat_id };
    return paths.exportItem.href({ item_id }, query);
  }

  /** Handles a click on a row before the row itself does; true if it was handled. */
  function onRowClick(event: MouseEvent, row: TreeRow): boolean {
    const { target } = event;
    const button = target instanceof Element ? target.closest('[data-action]') : null;
    if (longPress.isRelease(event)) return true;
    if (button?.getAttribute('data-action') === 'menu') menu.openBelow(row, button);
    else if (button) naming.startDraft(row, 'page');
    else if (mayChange(row) && (event.ctrlKey || event.metaKey || selection.isTouch))
      selection.toggle(row.key);
    else if (mayChange(row) && event.shiftKey) extendSelection(row);
    else {
      if (row.kind === 'page') selection.clear();
      return false;
    }
    if (!button) tree.focusRow(row.key);
    return true;
  }

  function onClickCapture(event: MouseEvent) {
    const row = rowOf(event.target);
    if (!row || !onRowClick(event, row)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onContextMenu(event: MouseEvent) {
    const row = rowOf(event.target);
    if (!row) return;
    event.preventDefault();
    // The menu key and touch open it themselves.
    if (event.button === 2 && !isTouchEvent(event)) menu.openAt(row, event.clientX, event.clientY);
  }

  /** Selects the rows between the start of the range and the next row in the direction of an arrow key. */
  function extendByKey(step: number) {
    const next = rows[tree.tabAt + step];
    if (!next || !focusedRow) return;
    if (mayChange(next)) extendSelection(next);
    tree.focusRow(next.key);
  }

  /** Handles a key that only this tree has; true if it was handled. */
  function onEditKey(event: KeyboardEvent, row: TreeRow): boolean {
    const { key, shiftKey } = event;
    const isCtrl = event.ctrlKey || event.metaKey;
    const selected = selectionFor(row);
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey))
      menu.openBelow(row, event.target as Element);
    else if (!selected) return false;
    else if (key === 'F2') naming.startRename(row);
    else if (key === 'Delete') openDelete(selected);
    else if (key === ' ' && isCtrl) selection.toggle(row.key);
    else if (key === 'ArrowDown' && shiftKey) extendByKey(1);
    else if (key === 'ArrowUp' && shiftKey) extendByKey(-1);
    else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rowOf(event.target);
    if (row && lifted.onKeyDown(event, row)) return;
    if (!row || !onEditKey(event, row)) return tree.onKeyDown(event);
    event.preventDefault();
  }

  function clearSelection() {
    selection.clear();
    tree.focusRow(focusedRow?.key);
  }

  return {
    tree,
    rights,
    naming,
    selection,
    menu,
    dialog,
    moving,
    dragAnchor: drag.anchor,
    announcement,
    run,
    openDelete,
    openMove,
    clearSelection,
    onKeyDown,
    onEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape' || selection.count === 0) return;
      event.preventDefault();
      clearSelection();
    },
    pointerProps: {
      onClickCapture,
      onContextMenu,
      onDragStart: drag.listProps.onDragStart,
      onPointerDown(event: PointerEvent<HTMLElement>) {
        drag.listProps.onPointerDown(event);
        longPress.onPointerDown(event);
      },
      onPointerMove: longPress.onPointerMove,
      onPointerUp: longPress.onPointerUp,
      onPointerCancel: longPress.onPointerCancel,
    },
    /** Scrolls a row out from behind a sheet of this height. */
    showAbove(row: TreeRow, sheetHeight: number) {
      const list = tree.list.current;
      if (!list) return;
      const rowBottom = (rows.indexOf(row) + 1) * measureRow(list);
      const room = innerHeight - sheetHeight - list.getBoundingClientRect().top;
      list.scrollTo({ top: Math.max(list.scrollTop, rowBottom - room + 8) });
    },
  };
}

export type TreeEditor = ReturnType<typeof useTreeEditor>;

/** A refreshed menu of a large item does not contain the branches that are open. */
function useOpenBranches({ item, openCatalogs, load }: ItemReading): void {
  useEffect(() => {
    for (const catId of missingBranchIds(item.menu, openCatalogs)) void load(catId);
  }, [item.menu, openCatalogs, load]);
}

/** The page being read follows its row to another catalog. */
function useMovedPage({ item, page, set }: ItemReading): void {
  useEffect(() => {
    const cat_id = page ? findMenuPage(item.menu, page.page_id)?.cat_id : undefined;
    if (page && cat_id !== undefined && cat_id !== page.cat_id) set({ ...page, cat_id });
  }, [item.menu, page, set]);
}

function isTouchEvent({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === 'touch';
}
