import { MAX_CATALOG_DEPTH } from '@octavo/contract/limits';
import { findFirstPage, type TreeRow } from '../../model/menu.ts';
import type { RowRights } from './row-rights.ts';

export type RowEntry =
  | 'newPage'
  | 'newCatalog'
  | 'select'
  | 'rename'
  | 'duplicate'
  | 'move'
  | 'copyLink'
  | 'export'
  | 'delete';

const groups: readonly (readonly RowEntry[])[] = [
  ['newPage', 'newCatalog'],
  ['select', 'rename', 'duplicate', 'move'],
  ['copyLink', 'export'],
  ['delete'],
];

interface RowEntriesOptions {
  readonly rights: RowRights;
  /** The row is one of several selected rows, to which the entries apply. */
  readonly isMany: boolean;
  readonly isTouch: boolean;
}

/** The entries of a row's menu that the user may use, in groups. */
export function rowEntries(
  row: TreeRow,
  { rights, isMany, isTouch }: RowEntriesOptions,
): readonly (readonly RowEntry[])[] {
  const mayChange = rights === 'all';
  // A catalog beside a page has the level of the page; one inside a catalog is one level below it.
  const newLevel = row.kind === 'page' ? row.level : row.level + 1;
  const allowed: Record<RowEntry, boolean> = {
    newPage: !isMany,
    newCatalog: !isMany && newLevel <= MAX_CATALOG_DEPTH,
    select: mayChange && !isMany && isTouch,
    rename: mayChange && !isMany,
    duplicate: mayChange && !isMany,
    move: mayChange,
    copyLink: !isMany && (row.kind === 'page' || mayHavePages(row.catalog)),
    export: !isMany,
    delete: mayChange,
  };
  return groups
    .map((group) => group.filter((entry) => allowed[entry]))
    .filter((group) => group.length > 0);
}

function mayHavePages(catalog: Extract<TreeRow, { kind: 'catalog' }>['catalog']): boolean {
  const isComplete = catalog.loaded && catalog.catalogs.every(({ loaded }) => loaded);
  return !isComplete || findFirstPage(catalog) !== undefined;
}
