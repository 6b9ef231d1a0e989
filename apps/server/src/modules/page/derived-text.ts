import { methodOf } from '@octavo/markdown/method-of';
import { foldText } from './fold-text.ts';

const SHEET = 1;

/** What is kept beside a text: its label in the tree, and the folded copy that is searched. */
export function derivedFrom(content: string, pageType: number) {
  // The cells of a sheet are no text to be quoted from.
  if (pageType === SHEET) return { method: '', body_lc: '' };
  return { method: methodOf(content) ?? '', body_lc: foldText(content) };
}
