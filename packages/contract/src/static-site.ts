/** The data that an exported site passes to its script: the server writes it, `apps/web/src/site` reads it. */

export interface SiteLabels {
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

/** A catalog or a page, in tree order; the href of a catalog is empty. */
export type SiteEntry = readonly [level: number, title: string, href: string, method: string];

/** `site/contents.js` sets it as `octavoSite`. */
export interface SiteContents {
  readonly words: SiteLabels;
  readonly chapters: readonly SiteEntry[];
  /** The number of search files: `site/search-1.js` and so on. */
  readonly searchFiles: number;
}

/** The searchable text of a page; a search file passes many of them to `octavoTexts(…)`. */
export type SiteText = readonly [number: number, text: string];

/** The result of `octavoDrawSvg(…)`, which the server calls in a browser to draw diagrams for Word and PDF. */
export type SvgResult =
  | { readonly svg: string; readonly width: number; readonly height: number }
  | { readonly problem: string };
