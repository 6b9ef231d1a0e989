/** What an exported site tells its own script: the server writes it, `apps/web/src/site` reads it. */

export interface SiteWords {
  readonly search: string;
  readonly searching: string;
  readonly results: string;
  readonly noHit: string;
  /** `{count}`, with plural forms */
  readonly pages: string;
  readonly contents: string;
  readonly openMenu: string;
  readonly close: string;
  readonly switchTheme: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly copyUrl: string;
  readonly wrap: string;
  readonly linkToSection: string;
  readonly codeHint: string;
  readonly zoom: string;
  readonly showLess: string;
  /** `{count}`, with plural forms */
  readonly showAllLines: string;
  readonly diagramFailed: string;
  readonly diagram: string;
}

/** A catalog or a page, in the order of the tree; a catalog has no address. */
export type SiteChapter = readonly [level: number, title: string, href: string, method: string];

/** `site/contents.js` sets it as `octavoSite`. */
export interface SiteContents {
  readonly words: SiteWords;
  readonly chapters: readonly SiteChapter[];
  /** How many files `site/search-1.js` and so on there are. */
  readonly searchFiles: number;
}

/** What a page says, for searching; `octavoTexts(…)` of a search file takes many. */
export type SiteText = readonly [number: number, text: string];

/** What `octavoDrawSvg(…)` answers to the server, which draws the diagrams of Word and PDF in a browser. */
export type DrawnSvg =
  | { readonly svg: string; readonly width: number; readonly height: number }
  | { readonly problem: string };
