import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { ItemGrant } from '../../access/grant.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { signFiles } from '../attachment/share-files.ts';
import type { FullPage } from './page-bodies.ts';
import { pageHtml } from './page-html.ts';

type Page = Calls['page'];

/** The page that the gate let the caller to; since then it may have gone or moved out of reach. */
export async function openPage(
  { deps, grant }: Ctx<Page['info']['access']>,
  pageId: number,
): Promise<FullPage> {
  const head = await deps.pageHeads.get(pageId);
  const page = head && (await deps.pageBodies.get(head));
  if (page?.item_id !== grant.itemId || !covers(grant.view, page.top_cat_id))
    throw new AppError('notFound');
  return page;
}

/** The share key goes to those who could make one; an owner sees it in the archive too, to cancel it. */
export function pageInfo({ edit, owner }: ItemGrant, { unique_key, ...page }: FullPage) {
  const mayShare = owner || covers(edit, page.top_cat_id);
  return { ...page, ...(mayShare && { unique_key: unique_key ?? '' }) };
}

export async function info(
  ctx: Ctx<Page['info']['access']>,
  { page_id, with_html }: CallRequest<Page['info']>,
) {
  const page = await openPage(ctx, page_id);
  const rendered = with_html ? await pageHtml(ctx, page) : {};
  return { ...pageInfo(ctx.grant, page), ...rendered };
}

/** A key opens its page and nothing else; asked anew each time, so that a cancelled one ends at once. */
export async function infoByKey(
  ctx: Ctx<Page['infoByKey']['access']>,
  { unique_key, with_html }: CallRequest<Page['infoByKey']>,
) {
  const head = await ctx.repos.pages.findShared(unique_key);
  const page = head && (await ctx.deps.pageBodies.get(head));
  if (page?.unique_key !== unique_key) throw new AppError('notFound');
  if (!with_html) return page;
  const { html, outline } = await pageHtml(ctx, page);
  return { ...page, outline, html: html && signFiles(html, unique_key, ctx.deps) };
}
