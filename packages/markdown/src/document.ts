import type { Env } from 'markdown-it';
import { LIMITS } from './limits.ts';

export interface Heading {
  /** The id of the heading in the HTML, for links to `#` + id. */
  readonly id: string;
  readonly level: number;
  readonly text: string;
}

export interface MarkdownOptions {
  /** The Markdown dialect of ShowDoc: `###Heading`, a newline is a line break, loose tables. On by default. */
  readonly showdocDialect?: boolean;
  /** Marks blocks with `data-line`, the zero-based source line, for synchronized scrolling with the editor. */
  readonly sourceLines?: boolean;
  /** `https://docs.example.com`: links into it are not marked as external. */
  readonly siteOrigin?: string;
}

/** The state of one document during parsing and rendering; passed in markdown-it's env. */
export interface MarkdownDocument {
  readonly options: MarkdownOptions;
  /** Trusted generated HTML that bypasses the sanitiser. */
  readonly parts: string[];
  readonly outline: Heading[];
  readonly headingIds: Set<string>;
  readonly budget: { cells: number; formulas: number; formulaCharacters: number; code: number };
  /** The index of the last `-->` in the source. */
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
    budget: {
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
  // markdown-it types the values of its env as unknown; only `envOf` sets this key.
  return env?.[KEY] as MarkdownDocument;
}

/** Stores generated HTML outside of the sanitised text and returns a placeholder for it. */
export function stashHtml(document: MarkdownDocument, html: string): string {
  return `<x-part n="${document.parts.push(html) - 1}"></x-part>`;
}

const PLACEHOLDER = /<x-part n="(\d+)"><\/x-part>/g;

/** Replaces the placeholders with the stored HTML, each once. */
export function restoreHtml(document: MarkdownDocument, html: string): string {
  return html.replace(PLACEHOLDER, (_mark, n: string) => {
    const part = document.parts[Number(n)] ?? '';
    document.parts[Number(n)] = '';
    return part;
  });
}
