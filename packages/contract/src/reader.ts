import type { Language } from './entities.ts';
import type { ItemInfo } from './item.entities.ts';
import type { PageInfo } from './page.entities.ts';

/** The data from which the server renders a reader document and the browser hydrates it. */

/** Without the Markdown source: readers only need the HTML. */
export type ReaderPage = Omit<PageInfo, 'page_content'>;
/** A page without data of its item: opened by its single-page key. */
export type SharedPage = Omit<
  ReaderPage,
  'item_id' | 'cat_id' | 's_number' | 'page_comments' | 'unique_key'
>;

export interface Neighbour {
  readonly page_id: number;
  readonly page_title: string;
}

/** The pages before and after a page, in the order of the menu. */
export interface Neighbours {
  readonly previous: Neighbour | null;
  readonly next: Neighbour | null;
}

export type ReaderView =
  | {
      readonly kind: 'item';
      readonly item: ItemInfo;
      readonly page: ReaderPage | null;
      readonly around: Neighbours;
    }
  | { readonly kind: 'page'; readonly page: SharedPage }
  /** Unknown, deleted and forbidden pages are not distinguished; `cancelled` is a revoked single-page link. */
  | { readonly kind: 'missing'; readonly reason: 'notFound' | 'cancelled' };

export interface ReaderDocument {
  readonly language: Language;
  readonly is_login: boolean;
  readonly site_name: string;
  /** The URL of an image; empty: the logo of the product. */
  readonly site_logo: string;
  readonly view: ReaderView;
}

/** Up to this number of pages, a document contains the whole menu and catalog/branch returns a whole branch. */
export const MAX_FULL_MENU_PAGES = 300;

/** The id of the element that contains the document's JSON. */
export const READER_DATA_ID = 'reader-data';

/** The document title. A single-page item and its page usually have the same name. */
export function readerTitle(page: string, item: string): string {
  return page === item ? item : `${page} · ${item}`;
}
