import createParser from 'markdown-it';
import type { MarkdownIt } from 'markdown-it';
import { isSafeImage, isSafeLink } from './url-safety.ts';
import { apiEndpoints } from './api-endpoints.ts';
import { apiTables } from './api-tables.ts';
import { autolinks } from './autolinks.ts';
import { callouts } from './callouts.ts';
import { codeTabs } from './code-tabs.ts';
import { limitNesting } from './limit-nesting.ts';
import { chineseEmphasis } from './emphasis.ts';
import { fences } from './fences.ts';
import { footnotes } from './footnotes.ts';
import { headings } from './headings.ts';
import { images } from './images.ts';
import { LIMITS } from './limits.ts';
import { math } from './math.ts';
import { showdocDialect } from './showdoc-dialect.ts';
import { rawHtml } from './raw-html.ts';
import { references } from './references.ts';
import { sourceLines } from './source-lines.ts';
import { tables } from './tables.ts';
import { taskLists } from './task-lists.ts';
import { toc } from './toc.ts';

function createDialectParser(isShowdocDialect: boolean): MarkdownIt {
  const md = createParser({ html: true, linkify: true, maxNesting: LIMITS.nesting + 10 });
  md.validateLink = (address) => isSafeLink(address) || isSafeImage(address);
  limitNesting(md);
  chineseEmphasis(md);
  autolinks(md);
  rawHtml(md);
  tables(md, isShowdocDialect);
  if (isShowdocDialect) showdocDialect(md);
  math(md);
  fences(md);
  toc(md);
  footnotes(md);
  taskLists(md);
  callouts(md);
  references(md);
  apiEndpoints(md);
  apiTables(md);
  codeTabs(md);
  headings(md);
  images(md);
  sourceLines(md);
  return md;
}

const parsers = new Map<boolean, MarkdownIt>();

/** The shared Markdown parser, created once per dialect. */
export function parserFor(isShowdocDialect: boolean): MarkdownIt {
  const md = parsers.get(isShowdocDialect) ?? createDialectParser(isShowdocDialect);
  parsers.set(isShowdocDialect, md);
  return md;
}
