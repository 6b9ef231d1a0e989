import { RUN_API_ITEM } from '@octavo/contract/item-type';
import { runApiToMarkdown } from '@octavo/markdown/run-api';
import type { Ctx } from '../../http/context.ts';
import type { PageWithContent } from './page-content-cache.ts';

/** Renders HTML and outline of a page. In an imported Run-API item the content is JSON and is converted to Markdown first. */
export async function pageHtml(
  { deps, language }: Pick<Ctx, 'deps' | 'language'>,
  page: PageWithContent,
): ReturnType<Ctx['deps']['renderer']['render']> {
  const item = await deps.itemMetaCache.get(page.item_id);
  if (item?.item_type !== RUN_API_ITEM) return deps.renderer.render(page);
  const { page_content } = page;
  const markdown = () =>
    runApiToMarkdown(page_content, language, item.global_param) ?? page_content;
  return deps.renderer.render(page, { variant: language, markdown });
}
