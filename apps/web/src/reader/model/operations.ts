import { calls } from '@octavo/contract';
import type { ItemInfo } from '@octavo/contract/item.entities';
import { paths } from '@octavo/contract/paths';
import type { ReaderPage } from '@octavo/contract/reader';
import { hasSinglePage, TABLE_ITEM } from '@octavo/contract/item-type';
import { SHEET_PAGE } from '@octavo/contract/page-type';
import {
  Copy,
  Download,
  FilePlus,
  FolderTree,
  History,
  Info,
  Settings,
  Share2,
  Sheet,
  SquarePen,
  Trash2,
  type LucideIcon,
} from 'lucide-react';

/** The overlays of a page; each is loaded when it is opened. */
export type OverlayName = 'share' | 'history' | 'info' | 'delete' | 'palette' | 'shortcuts';

/** An operation of the user on the item or page: a link to another screen, or an overlay. */
export interface Operation {
  readonly name: OperationName;
  readonly label: (typeof operationInfo)[OperationName]['label'];
  readonly icon: LucideIcon;
  readonly keys?: readonly string[];
  readonly to:
    | { readonly href: string }
    | { readonly overlay: OverlayName }
    /** The operation is shown but disabled, for this reason. */
    | { readonly reason: 'reader.notLoaded' };
}

/** Only users who may edit the page receive its share key, so the key indicates the right. */
export function mayEdit(item: ItemInfo, page: ReaderPage | null): boolean {
  return item.item_edit && (page === null || page.unique_key !== undefined);
}

export type OperationName =
  | 'share'
  | 'newPage'
  | 'newTable'
  | 'catalog'
  | 'edit'
  | 'copy'
  | 'history'
  | 'info'
  | 'export'
  | 'settings'
  | 'delete';

function operationTargets(
  item: ItemInfo,
  page: ReaderPage | null,
  cat_id: number,
): Record<OperationName, Operation['to']> {
  const item_id = item.item_id;
  const page_id = page?.page_id ?? 0;
  return {
    share: { overlay: 'share' },
    newPage: { href: paths.editPage.href({ item_id, page_id: 0 }, { cat_id }) },
    newTable: {
      href: paths.editPage.href({ item_id, page_id: 0 }, { cat_id, page_type: SHEET_PAGE }),
    },
    catalog: { href: paths.catalogs.href({ item_id }) },
    edit: { href: paths.editPage.href({ item_id, page_id }) },
    copy: { href: paths.editPage.href({ item_id, page_id: 0 }, { copy_page_id: page_id }) },
    history: { overlay: 'history' },
    info: { overlay: 'info' },
    export: {
      href:
        item.item_type === TABLE_ITEM
          ? `${calls.sheet.export.path}?page_id=${page_id}`
          : paths.exportItem.href({ item_id }, exportParams(item, page)),
    },
    settings: { href: paths.itemSetting.href({ item_id }) },
    delete: { overlay: 'delete' },
  };
}

/** The page to export; nothing is preselected if the page is the whole item. */
function exportParams(item: ItemInfo, page: ReaderPage | null) {
  return page && !hasSinglePage(item.item_type)
    ? { cat_id: page.cat_id, page_id: page.page_id }
    : {};
}

const operationInfo = {
  share: { label: 'reader.share', icon: Share2 },
  newPage: { label: 'reader.newPage', icon: FilePlus },
  newTable: { label: 'reader.newTable', icon: Sheet },
  catalog: { label: 'reader.manageCatalog', icon: FolderTree },
  edit: { label: 'reader.edit', icon: SquarePen, keys: ['Ctrl', 'E'] },
  copy: { label: 'reader.copyPage', icon: Copy },
  history: { label: 'reader.history', icon: History },
  info: { label: 'reader.pageInfo', icon: Info },
  export: { label: 'reader.export', icon: Download },
  settings: { label: 'reader.itemSettings', icon: Settings },
  delete: { label: 'reader.deletePage', icon: Trash2 },
} as const satisfies Record<
  OperationName,
  { label: string; icon: LucideIcon; keys?: readonly string[] }
>;

/**
 * The operations that the user may perform, in the order of the menu. `catId`: the catalog for a new page.
 * `isAwaited`: the page could not be loaded yet because the server is overloaded, so Edit is disabled with that reason.
 */
export function operationsOn(
  item: ItemInfo,
  page: ReaderPage | null,
  catId: number,
  isAwaited: boolean,
): Operation[] {
  const isSinglePage = hasSinglePage(item.item_type);
  const canEdit = mayEdit(item, page);
  const allowed: Record<OperationName, boolean> = {
    share: true,
    newPage: item.item_edit && !isSinglePage,
    newTable: item.item_edit && !isSinglePage,
    catalog: item.item_edit && !isSinglePage,
    edit: canEdit && (page !== null || isAwaited),
    copy: canEdit && page !== null && !isSinglePage,
    history: page !== null,
    info: page !== null,
    export: item.item_edit || Boolean(item.creator),
    settings: item.item_manage,
    delete: canEdit && page !== null && !isSinglePage,
  };
  const to = operationTargets(item, page, catId);
  if (isAwaited) to.edit = { reason: 'reader.notLoaded' };
  // A read-only table has no operations.
  if (item.item_type === TABLE_ITEM && !canEdit) return [];
  const names = Object.keys(operationInfo) as OperationName[];
  return names
    .filter((name) => allowed[name])
    .map((name) => ({ name, to: to[name], ...operationInfo[name] }));
}

/** The handler of Ctrl+E; undefined if the user may not edit. */
export function editShortcut(operations: readonly Operation[]): (() => void) | undefined {
  const to = operations.find(({ name }) => name === 'edit')?.to;
  return to && 'href' in to ? () => location.assign(to.href) : undefined;
}
