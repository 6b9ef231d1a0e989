import type { Env } from 'markdown-it';
import { LIMITS } from './limits.ts';

export interface Heading {
  /** The id in the HTML, ready for `#` + id. */
  readonly id: string;
  readonly level: number;
  readonly text: string;
}

export interface MarkdownOptions {
  /** The older product's habits: `###Heading`, one newline is a break, loose tables. On by default. */
  readonly oldDialect?: boolean;
  /** Marks blocks with `data-line`, the zero-based source line, for scrolling beside an editor. */
  readonly sourceLines?: boolean;
  /** `https://docs.example.com`: links into it are not marked as external. */
  readonly siteOrigin?: string;
}

/** What is known about one document while it is read and written; it travels in markdown-it's env. */
export interface MarkdownDocument {
  readonly options: MarkdownOptions;
  /** Machine-made HTML that waits outside while the rest is sanitised. */
  readonly parts: string[];
  readonly outline: Heading[];
  readonly headingIds: Set<string>;
  readonly left: { cells: number; formulas: number; formulaCharacters: number; code: number };
  /** Where the last `-->` of the source stands. */
  lastComment?: number;
  readonly uses: { math: boolean; diagrams: boolean; toc: boolean };
}

const KEY = Symbol('document');

export function newDocument(options: MarkdownOptions): MarkdownDocument {
  return {
    options,
    parts: [],
    outline: [],
    headingIds: new Set(),
    left: {
      cells: LIMITS.tableCells,
      formulas: LIMITS.formulas,
      formulaCharacters: LIMITS.formulaCharacters,
      code: LIMITS.code,
    },
    uses: { math: false, diagrams: false, toc: false },
  };
}

export function envOf(document: MarkdownDocument): Env {
  return { [KEY]: document };
}

export function documentOf(env: Env | undefined): MarkdownDocument {
  // markdown-it types its env as unknown values; `envOf` is the only writer of this key.
  return env?.[KEY] as MarkdownDocument;
}

/** Takes machine-made HTML out of the sanitiser's way and gives the mark it comes back to. */
export function hold(document: MarkdownDocument, html: string): string {
  return `<x-part n="${document.parts.push(html) - 1}"></x-part>`;
}

const MARK = /<x-part n="(\d+)"><\/x-part>/g;

/** Puts every held part back, once. */
export function release(document: MarkdownDocument, html: string): string {
  return html.replace(MARK, (_mark, n: string) => {
    const part = document.parts[Number(n)] ?? '';
    document.parts[Number(n)] = '';
    return part;
  });
}
