import type { Generated } from 'kysely';

export interface SearchIndexTables {
  page_search: {
    page_id: number;
    item_id: number;
    version: number;
    addtime: Date;
    title_lc: string;
    heads_lc: Generated<string>;
    body_lc: string;
    /** N-grams for the search index; outdated if null or if `grams_version` differs from `version`. */
    grams: readonly number[] | null;
    grams_version: number | null;
  };
}
