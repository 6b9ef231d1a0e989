import { calculate } from '@octavo/sheet/formula/calculate';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { toText } from '@octavo/sheet/to-text';
import type { Workbook } from '@octavo/sheet/workbook';
import { foldText } from './fold-text.ts';
import { asTitle, gramsOf } from './grams.ts';

const SHEET = 1;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}[ \t]/;

/** Returns the Markdown headings outside of code fences. */
function headingsOf(content: string): string {
  if (!content.includes('#')) return '';
  let fence = '';
  const found: string[] = [];
  for (const line of content.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence)) fence = '';
    } else if (fence === '' && HEADING.test(line)) found.push(line.replace(HEADING, '').trim());
  }
  return found.join('\n');
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
const MOST_CELL_TEXT = 2 * 1024 * 1024;

/** Limits the calculation during a save; formulas beyond it are searchable by their stored results. */
const MAX_STEPS = 200_000;

/** A sheet is searched by its cell texts, not by its stored JSON. */
export function searchCells(workbook: Workbook): SearchBody {
  return {
    heads_lc: '',
    body_lc: foldText(toText(calculate(workbook, MAX_STEPS), MOST_CELL_TEXT)),
  };
}

export function searchBody(content: string, pageType: number): SearchBody {
  if (pageType === SHEET) return searchCells(readWorkbook(content));
  return { heads_lc: foldText(headingsOf(content)), body_lc: foldText(content) };
}

export function searchText(title: string, body: SearchBody): SearchText {
  return { ...body, title_lc: foldText(title) };
}

/** Returns all n-grams to index for a row of `page_search`. */
export function gramsOfText({ title_lc, body_lc }: Omit<SearchText, 'heads_lc'>): number[] {
  return [...asTitle(gramsOf(title_lc)), ...gramsOf(body_lc)];
}
