import { SHEET_PAGE } from '@octavo/contract/page-type';
import { calculate } from '@octavo/sheet/formula/calculate';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { toText } from '@octavo/sheet/to-text';
import type { Workbook } from '@octavo/sheet/workbook';
import { titleNgrams, ngramsOf } from './ngrams.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}[ \t]/;

/** Normalizes a text for search, so that full and half width and upper and lower case compare equal. */
export function normalizeForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Returns the Markdown headings outside of code fences. */
function extractHeadings(content: string): string {
  if (!content.includes('#')) return '';
  let fence = '';
  const headings: string[] = [];
  for (const line of content.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence)) fence = '';
    } else if (fence === '' && HEADING.test(line)) headings.push(line.replace(HEADING, '').trim());
  }
  return headings.join('\n');
}

/** Normalized content of a page for search. */
export interface SearchBody {
  readonly heads_lc: string;
  readonly body_lc: string;
}

/** Normalized title and content, as stored in `page_search`. */
export interface SearchText extends SearchBody {
  readonly title_lc: string;
}

/** Same as the maximum size of Markdown; text of a sheet beyond this limit is not searchable. */
const MAX_CELL_TEXT = 2 * 1024 * 1024;

/** Limits the calculation during a save; formulas beyond it are searchable by their stored results. */
const MAX_STEPS = 200_000;

/** A sheet is searched by its cell texts, not by its stored JSON. */
export function toSheetSearchBody(workbook: Workbook): SearchBody {
  return {
    heads_lc: '',
    body_lc: normalizeForSearch(toText(calculate(workbook, MAX_STEPS), MAX_CELL_TEXT)),
  };
}

export function toSearchBody(content: string, pageType: number): SearchBody {
  if (pageType === SHEET_PAGE) return toSheetSearchBody(readWorkbook(content));
  return {
    heads_lc: normalizeForSearch(extractHeadings(content)),
    body_lc: normalizeForSearch(content),
  };
}

export function toSearchText(title: string, body: SearchBody): SearchText {
  return { ...body, title_lc: normalizeForSearch(title) };
}

/** Returns all n-grams to index for a row of `page_search`. */
export function ngramsOfRow({ title_lc, body_lc }: Omit<SearchText, 'heads_lc'>): number[] {
  return [...titleNgrams(ngramsOf(title_lc)), ...ngramsOf(body_lc)];
}
