import type { Generated } from 'kysely';

/** The position of a catalog, without its item. */
export interface CatalogPlace {
  readonly parent_cat_id: number;
  readonly level: number;
  readonly top_cat_id: number;
  readonly s_number: number;
}

/** A row whose position among its siblings changed, to make room for others. */
export interface Renumbered {
  readonly id: number;
  readonly former: number;
  readonly moved: number;
}

/** All rows that a move has changed. */
export interface TreeChanges {
  /** The selected catalogs, without those inside of another one. */
  readonly catalogs: readonly {
    readonly cat_id: number;
    readonly cat_name: string;
    readonly former: CatalogPlace;
    /** The sibling before it at its former place; 0: it was the first. */
    readonly former_after: number;
    readonly moved: CatalogPlace;
  }[];
  readonly descendants: readonly {
    readonly cat_id: number;
    readonly cat_name: string;
    readonly parent_cat_id: number;
  }[];
  readonly catalog_siblings: readonly Renumbered[];
  /** The selected pages, without those inside of a selected catalog. */
  readonly pages: readonly {
    readonly page_id: number;
    readonly former: PagePosition;
    readonly former_after: number;
    readonly moved: PagePosition;
  }[];
  /** The pages of moved catalogs whose item or first-level catalog changed. */
  readonly branch_pages: readonly { readonly page_id: number; readonly cat_id: number }[];
  readonly page_siblings: readonly Renumbered[];
  /** What all moved pages contained; only of a move to another item. */
  readonly page_states: readonly PageState[];
}

/** Tells whether the content of a page, its files or its mock have changed. */
export interface PageState {
  readonly page_id: number;
  readonly version: number;
  /** A hash of the ids of the files and of the mock. */
  readonly extras: string;
}

interface PagePosition {
  readonly cat_id: number;
  readonly top_cat_id: number;
  readonly s_number: number;
}

export interface TreeMoveTables {
  /** Moves in the tree that their user can undo for 10 minutes; a job deletes the rows. */
  tree_move: {
    move_id: Generated<string>;
    uid: number;
    /** The item that the catalogs and pages were taken from. */
    item_id: number;
    to_item_id: number;
    changes: TreeChanges;
    addtime: Generated<Date>;
  };
}
