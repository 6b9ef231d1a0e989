import type { Language } from '@octavo/contract/entities';

/** A page as a file describes it; catalogs are named by their way. */
export interface ImportedPage {
  readonly way: readonly string[];
  readonly page_title: string;
  readonly page_content: string;
}

/** What a file holds, ready to be written. */
export interface Imported {
  readonly item_name: string;
  readonly item_description: string;
  readonly pages: readonly ImportedPage[];
  /** What could not be represented, one line each. */
  readonly notes: readonly string[];
}

/** Reads one format; undefined when the file is not of it. */
export type Reader = (document: unknown, language: Language) => Imported | undefined;
