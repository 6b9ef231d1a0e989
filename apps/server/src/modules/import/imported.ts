import type { Language } from '@octavo/contract/entities';

/** What a link of a page leads to inside its archive: a file, or another page by its place in the list. */
export type LinkTarget =
  | { readonly file: string; readonly mark: string }
  | { readonly page: number };

/** A page as a file describes it; catalogs are named by their way. */
export interface ImportedPage {
  readonly way: readonly string[];
  readonly page_title: string;
  readonly page_content: string;
  /** What names the page in its file from one import to the next; place and title when absent. */
  readonly source?: string | undefined;
  readonly s_number?: number | undefined;
  readonly page_type?: number | undefined;
  /** By the destination as it is written in the text. */
  readonly links?: ReadonlyMap<string, LinkTarget>;
}

interface ImportedCatalog {
  readonly way: readonly string[];
  readonly s_number: number;
}

/** What a file holds, ready to be written. */
export interface Imported {
  readonly item_name: string;
  readonly item_description: string;
  /** As in `item_type` of an item; a regular one when absent. */
  readonly item_type?: number | undefined;
  /** Parameters that an item of Run-API pages adds to each of them. */
  readonly global_param?: Readonly<Record<string, unknown>> | undefined;
  readonly pages: readonly ImportedPage[];
  /** Where the file says it: the order of catalogs, also of those without pages. */
  readonly catalogs?: readonly ImportedCatalog[];
  /** Files that stood inside the texts, by the names that they were given. */
  readonly pictures?: ReadonlyMap<string, Uint8Array>;
  /** What could not be represented, one line each. */
  readonly notes: readonly string[];
}

/** Reads one format; undefined when the file is not of it. */
export type Reader = (document: unknown, language: Language) => Imported | undefined;
