import type { MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import { catalogKey, pageKey, type Menu, type TreeRow } from '../../model/menu.ts';
import { applyMove, type TreeSelection } from '../moves/tree-move.ts';

/** A new row of the tree that is not saved yet. */
export interface DraftRow {
  readonly kind: 'page' | 'catalog';
  /** The catalog that will contain it; 0 is the root. */
  readonly catId: number;
  /** The page that a new page follows. Absent: it comes last. */
  readonly afterPageId?: number;
  /** Makes repeated requests create one page only. */
  readonly requestId: string;
}

/** The id of a row that is not saved yet; 0 is the root. */
const NEW_ID = -1;

export const draftKey = ({ kind }: DraftRow) =>
  kind === 'page' ? pageKey(NEW_ID) : catalogKey(NEW_ID);

/** Where a new row goes: a page below a page, everything else at the end of the catalog. */
export function draftAt(row: TreeRow | undefined, kind: DraftRow['kind']) {
  if (!row) return { kind, catId: 0 };
  if (row.kind === 'catalog') return { kind, catId: row.catalog.cat_id };
  const { cat_id: catId, page_id } = row.page;
  return kind === 'page' ? { kind, catId, afterPageId: page_id } : { kind, catId };
}

function newPage(page_id: number, page_title: string): MenuPage {
  return { page_id, page_title, cat_id: 0, s_number: 0, method: '' };
}

function newCatalog(cat_id: number, cat_name: string): MenuCatalog {
  return {
    cat_id,
    cat_name,
    parent_cat_id: 0,
    level: 1,
    s_number: 0,
    loaded: true,
    pages: [],
    catalogs: [],
  };
}

/** The row of a draft alone. */
export const draftSelection = (
  { kind }: Pick<DraftRow, 'kind'>,
  { id, name }: { readonly id: number; readonly name: string },
): TreeSelection =>
  kind === 'page'
    ? { pages: [newPage(id, name)], catalogs: [] }
    : { pages: [], catalogs: [newCatalog(id, name)] };

/** The menu with a new row at the place of the draft. */
export function withDraft(
  menu: Menu,
  { kind, catId, afterPageId }: Omit<DraftRow, 'requestId'>,
  { id = NEW_ID, name = '' } = {},
): Menu {
  return applyMove(menu, draftSelection({ kind }, { id, name }), {
    itemId: 0,
    catId,
    ...(afterPageId !== undefined && { afterPageId }),
  });
}
