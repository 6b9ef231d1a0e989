import type { Generated } from 'kysely';

export interface SearchIndexTables {
  /** The searched text of pages, in lower case and NFKC. */
  page_search: {
    page_id: number;
    item_id: number;
    /** The version of the page that the text was made from. */
    version: number;
    addtime: Date;
    title_lc: string;
    /** The headings of the page. */
    heads_lc: Generated<string>;
    body_lc: string;
    /** N-grams for the search index; outdated if null or if `grams_version` differs from `version`. */
    grams: readonly number[] | null;
    grams_version: number | null;
  };
}
