import type { Language } from '@octavo/contract/entities';

/** The target of a link inside the archive: a file, or another page by its index in the list. */
export type LinkTarget =
  | { readonly file: string; readonly mark: string }
  | { readonly page: number };

/** A page of an imported file; its catalog is given as the path of catalog names. */
export interface ImportedPage {
  readonly catalogPath: readonly string[];
  readonly page_title: string;
  readonly page_content: string;
  /** Identifies the page across imports of the same file; catalog path and title when absent. */
  readonly source?: string | undefined;
  readonly s_number?: number | undefined;
  readonly page_type?: number | undefined;
  /** Keyed by the link destination as written in the text. */
  readonly links?: ReadonlyMap<string, LinkTarget>;
}

interface ImportedCatalog {
  readonly catalogPath: readonly string[];
  readonly s_number: number;
}

/** The parsed content of a file. */
export interface ImportedItem {
  readonly item_name: string;
  readonly item_description: string;
  /** `item_type` of the item; a regular item when absent. */
  readonly item_type?: number | undefined;
  /** Parameters that a Run-API item adds to each of its pages. */
  readonly global_param?: Readonly<Record<string, unknown>> | undefined;
  readonly pages: readonly ImportedPage[];
  /** The order of catalogs, including empty ones, if the file defines it. */
  readonly catalogs?: readonly ImportedCatalog[];
  /** Images that were embedded in the texts, by their generated names. */
  readonly pictures?: ReadonlyMap<string, Uint8Array>;
  /** Parts of the file that could not be imported, one line each. */
  readonly notes: readonly string[];
}

/** Reads one format; undefined when the file is not of it. */
export type Reader = (document: unknown, language: Language) => ImportedItem | undefined;
