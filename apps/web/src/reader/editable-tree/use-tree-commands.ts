import { calls } from '@octavo/contract';
import { MAX_CATALOG_NAME_LENGTH } from '@octavo/contract/limits';
import { useEffect, useRef } from 'react';
import { NetworkError } from '../../shared/api/call-error.ts';
import { call } from '../../shared/api/call.ts';
import { isLoginNeeded, useErrorText } from '../../shared/api/error-text.ts';
import { copyText } from '../../shared/device/copy-text.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { dismissErrors, showToast } from '../../shared/ui/toast-store.ts';
import { breadcrumbTo, type Menu, type TreeRow } from '../model/menu.ts';
import { itemHref, pageHref } from '../model/urls.ts';
import type { ItemReading } from '../model/use-item-reading.ts';
import { firstPageOf } from './rows/count-pages.ts';
import { draftSelection, withDraft, type DraftRow } from './rows/draft-row.ts';
import { withName } from './rows/rename-rows.ts';
import { applyMove, removeRows, type TreeSelection } from './moves/tree-move.ts';
import { useSelectionText } from './use-selection-text.ts';
import { isUnknownRow } from './moves/unknown-row.ts';

/** Differs from every version of the server: the menu on the screen is newer than the one that was sent. */
const CHANGED_HERE = -1;

/** The changes of the tree: each is sent to the server and then shown, without a new request for the menu. */
export function useTreeCommands(reading: ItemReading) {
  const { t } = useText();
  const errorText = useErrorText();
  const selectionText = useSelectionText();
  // A response may arrive after the user has opened another page.
  const latest = useRef(reading);
  useEffect(() => {
    latest.current = reading;
  });
  const { item } = reading;
  const { item_id } = item;

  function setMenu(change: (menu: Menu) => Menu, addedPages = 0): void {
    reading.setItem((now) => ({
      ...now,
      menu: change(now.menu),
      tree_version: CHANGED_HERE,
      page_count: now.page_count + addedPages,
    }));
  }

  function showFailure(error: unknown): void {
    if (isLoginNeeded(error)) return;
    const key = error instanceof NetworkError ? 'tree.unconfirmed' : 'tree.failed';
    showToast({ kind: 'error', text: t(key, { reason: errorText(error) }) });
  }

  /** A later change is shown after it, so that an older menu does not replace it. */
  const reloaded = useRef(Promise.resolve());

  /** Loads the menu again: the server may have made the change, or another user has deleted a row. */
  function reloadAfter(error: unknown): void {
    const { page, refresh } = latest.current;
    if (error instanceof NetworkError || isUnknownRow(error))
      reloaded.current = refresh(page?.page_id ?? 0).catch(() => {});
  }

  /** A field in the tree shows the error: the menu is loaded again only if that keeps the field. */
  async function confirmed<T>(response: Promise<T>): Promise<T> {
    try {
      const data = await response;
      await reloaded.current;
      return data;
    } catch (error) {
      if (error instanceof NetworkError) reloadAfter(error);
      throw error;
    }
  }

  async function rename(row: TreeRow, name: string): Promise<void> {
    if (row.kind === 'catalog') {
      const input = { item_id, cat_id: row.catalog.cat_id, cat_name: name };
      await confirmed(call(calls.catalog.save, input));
      setMenu((menu) => withName(menu, row, name));
      dismissErrors();
      return;
    }
    const { page_id } = row.page;
    await confirmed(call(calls.page.rename, { page_id, page_title: name }));
    setMenu((menu) => withName(menu, row, name));
    dismissErrors();
    const { page, loader, set, onChanged } = latest.current;
    loader.invalidate(page_id);
    if (page?.page_id !== page_id) return;
    set({ ...page, page_title: name });
    onChanged('renewed');
  }

  /** Creates the row of a draft and returns its id. */
  async function create(draft: DraftRow, name: string): Promise<number> {
    const { kind, catId, afterPageId } = draft;
    const isPage = kind === 'page';
    const id = await confirmed(isPage ? createPage(draft, name) : createCatalog(draft, name));
    const place = { kind, catId, ...(afterPageId && { afterPageId }) };
    // The menu that was loaded after a failure may contain the row, under the name of that time.
    const former = draftSelection(draft, { id, name });
    setMenu((menu) => withDraft(removeRows(menu, former), place, { id, name }), isPage ? 1 : 0);
    dismissErrors();
    return id;
  }

  const sentTitles = useRef(new Map<string, string>());

  async function createPage(draft: DraftRow, page_title: string): Promise<number> {
    const { requestId, catId: cat_id, afterPageId: after_page_id } = draft;
    const titles = sentTitles.current;
    const sentTitle = titles.get(requestId) ?? page_title;
    titles.set(requestId, sentTitle);
    const { page_id } = await call(calls.page.save, {
      page_id: 0,
      item_id,
      cat_id,
      page_title: sentTitle,
      ...(after_page_id !== undefined && { after_page_id }),
      request_id: requestId,
    });
    // A first request without a response may have created the page under the title of that time.
    if (sentTitle !== page_title) await call(calls.page.rename, { page_id, page_title });
    return page_id;
  }

  async function createCatalog({ catId, requestId }: DraftRow, cat_name: string): Promise<number> {
    const input = { item_id, cat_id: 0, parent_cat_id: catId, cat_name, request_id: requestId };
    return (await call(calls.catalog.save, input)).cat_id;
  }

  async function duplicate(row: TreeRow): Promise<void> {
    try {
      const name = row.kind === 'page' ? await duplicatePage(row) : await duplicateCatalog(row);
      dismissErrors();
      showToast({ kind: 'done', text: t('tree.duplicated', { name }) });
    } catch (error) {
      reloadAfter(error);
      showFailure(error);
    }
  }

  async function duplicatePage({ page }: Extract<TreeRow, { kind: 'page' }>): Promise<string> {
    const copy = await call(calls.page.duplicate, { page_id: page.page_id });
    const selection = { pages: [{ ...page, ...copy }], catalogs: [] };
    const target = { itemId: item_id, catId: page.cat_id, afterPageId: page.page_id };
    setMenu((menu) => applyMove(menu, selection, target), 1);
    return copy.page_title;
  }

  async function duplicateCatalog({ catalog }: Extract<TreeRow, { kind: 'catalog' }>) {
    const mark = t('tree.copyName', { name: '' });
    const name = catalog.cat_name.slice(0, MAX_CATALOG_NAME_LENGTH - mark.length);
    const cat_name = t('tree.copyName', { name });
    const { cat_id, parent_cat_id } = catalog;
    const copy = await call(calls.catalog.copy, { cat_id, new_p_cat_id: parent_cat_id, cat_name });
    const row = {
      ...catalog,
      cat_id: copy.cat_id,
      cat_name,
      loaded: false,
      pages: [],
      catalogs: [],
    };
    const target = { itemId: item_id, catId: parent_cat_id };
    setMenu((menu) => applyMove(menu, { pages: [], catalogs: [row] }, target));
    return cat_name;
  }

  async function copyLink(row: TreeRow, container: Element): Promise<void> {
    try {
      const page = row.kind === 'page' ? row.page : await firstPageOf(item_id, row.catalog);
      const href = page ? pageHref(item, page.page_id) : itemHref(item);
      const isCopied = await copyText(new URL(href, location.origin).href, container);
      if (isCopied) showToast({ kind: 'done', text: t('tree.linkCopied') });
      else showToast({ kind: 'error', text: t('shell.copyFailed') });
    } catch (error) {
      showFailure(error);
    }
  }

  /** Deletes rows, and opens the next page if the page being read was one of them. */
  async function remove(selection: TreeSelection, pageCount: number): Promise<void> {
    const { pages, catalogs } = selection;
    try {
      await call(calls.catalog.deleteMany, {
        item_id,
        ...(pages.length > 0 && { page_ids: pages.map(({ page_id }) => page_id) }),
        ...(catalogs.length > 0 && { cat_ids: catalogs.map(({ cat_id }) => cat_id) }),
      });
      await reloaded.current;
    } catch (error) {
      reloadAfter(error);
      throw error;
    }
    leaveDeletedPage(selection);
    setMenu((menu) => removeRows(menu, selection), -pageCount);
    dismissErrors();
    showToast({ kind: 'done', text: deletedText(selection) });
  }

  function deletedText(selection: TreeSelection): string {
    const { pages, catalogs } = selection;
    const name = pages[0]?.page_title ?? catalogs[0]?.cat_name ?? '';
    return pages.length + catalogs.length === 1
      ? t('tree.deletedName', { name })
      : t('tree.deletedRows', { what: selectionText(selection) });
  }

  function leaveDeletedPage(selection: TreeSelection): void {
    const { page, go, item: now } = latest.current;
    if (!page || !isIn(now.menu, selection, page)) return;
    const next = nextRemainingPage(now.menu, selection, page.page_id);
    if (next === undefined) location.assign(itemHref(item));
    else go(next);
  }

  return { setMenu, showFailure, rename, create, duplicate, copyLink, remove };
}

/** Whether a page is selected itself or is inside a selected catalog. */
function isIn(
  menu: Menu,
  { pages, catalogs }: TreeSelection,
  page: { readonly page_id: number; readonly cat_id: number },
): boolean {
  const ids = new Set(catalogs.map(({ cat_id }) => cat_id));
  return (
    pages.some(({ page_id }) => page_id === page.page_id) ||
    (breadcrumbTo(menu, page.cat_id)?.some(({ cat_id }) => ids.has(cat_id)) ?? false)
  );
}

function pagesOf({ pages, catalogs }: Menu): readonly number[] {
  return [...pages.map(({ page_id }) => page_id), ...catalogs.flatMap(pagesOf)];
}

/** The page that follows a deleted one in reading order and remains, otherwise the one before it. */
function nextRemainingPage(
  menu: Menu,
  selection: TreeSelection,
  pageId: number,
): number | undefined {
  const order = pagesOf(menu);
  const remaining = new Set(pagesOf(removeRows(menu, selection)));
  const at = order.indexOf(pageId);
  const isRemaining = (id: number) => remaining.has(id);
  return order.slice(at).find(isRemaining) ?? order.slice(0, Math.max(at, 0)).findLast(isRemaining);
}

export type TreeCommands = ReturnType<typeof useTreeCommands>;
