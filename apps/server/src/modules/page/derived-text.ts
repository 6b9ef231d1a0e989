import { methodOf } from '@octavo/markdown/method-of';
import { searchBody } from './search-text.ts';

const SHEET = 1;

/** What is kept beside a text: its label in the tree, and the folded copy that is searched. */
export function derivedFrom(content: string, pageType: number) {
  return {
    method: pageType === SHEET ? '' : (methodOf(content) ?? ''),
    searched: searchBody(content, pageType),
  };
}
