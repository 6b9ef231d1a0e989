import type { Language } from './entities.ts';
import type { ItemInfo } from './item.entities.ts';
import type { PageInfo } from './page.entities.ts';

/** What the server draws a reader's document from, and the browser goes on with. */

/** The source stays behind: a reader needs the HTML alone. */
export type ReaderPage = Omit<PageInfo, 'page_content'>;
/** By its single-page key: nothing of the item around it. */
export type LonePage = Omit<ReaderPage, 'item_id' | 'cat_id' | 's_number' | 'unique_key'>;

export interface Neighbour {
  readonly page_id: number;
  readonly page_title: string;
}

/** The pages before and after one, in the order of the menu. */
export interface Around {
  readonly previous: Neighbour | null;
  readonly next: Neighbour | null;
}

export type ReaderView =
  | {
      readonly kind: 'item';
      readonly item: ItemInfo;
      readonly page: ReaderPage | null;
      readonly around: Around;
    }
  | { readonly kind: 'page'; readonly page: LonePage }
  /** Unknown, deleted and forbidden look alike; a single-page link may have been cancelled. */
  | { readonly kind: 'missing'; readonly reason: 'notFound' | 'cancelled' };

export interface ReaderDocument {
  readonly language: Language;
  readonly is_login: boolean;
  readonly site_name: string;
  /** The address of a picture; empty: the product's mark. */
  readonly site_logo: string;
  readonly view: ReaderView;
}

/** Up to this many pages a document brings the whole menu along, and a call a whole branch. */
export const WHOLE_MENU_PAGES = 300;

/** The element that holds the document's JSON. */
export const READER_DATA_ID = 'reader-data';

/** The title of a document. A single-page item and its page usually share one name. */
export function readerTitle(page: string, item: string): string {
  return page === item ? item : `${page} · ${item}`;
}
