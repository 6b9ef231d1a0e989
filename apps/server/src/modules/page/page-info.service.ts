import { calls } from '@octavo/contract';
import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { RUN_API_ITEM } from '@octavo/contract/item-type';
import type { ItemGrant } from '../../access/grant.ts';
import { assertMayVisit } from '../../access/item-guard.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { toCachedResponse } from '../../http/cached-response.ts';
import type { CachedResponse } from '../../http/cached-response.ts';
import { signFileUrls } from './share-token.ts';
import type { PageMeta } from '../../access/page-meta-cache.ts';
import type { PageWithContent } from './page-content-cache.ts';
import { markDeletedLinks } from './mark-deleted-links.ts';
import { pageHtml } from './page-html.ts';
import { pageRepository } from './page.repository.ts';

type Page = Calls['page'];

/** The page may have been deleted or moved out of the caller's scope since the authorization. */
function assertVisible<P extends PageMeta>(grant: ItemGrant, page: P | undefined): P {
  if (page?.item_id !== grant.itemId || !covers(grant.view, page.top_cat_id))
    throw new AppError('notFound');
  return page;
}

export async function loadPage(
  { deps, grant }: Pick<Ctx<Page['info']['access']>, 'deps' | 'grant'>,
  pageId: number,
): Promise<PageWithContent> {
  const meta = await deps.pageMetaCache.get(pageId);
  return assertVisible(grant, meta && (await deps.pageContentCache.get(meta)));
}

/** Users who may create a share key see it; the owner also sees it in an archived item, to be able to cancel it. */
function canSeeShareKey(
  { edit, owner }: ItemGrant,
  { top_cat_id }: Pick<PageMeta, 'top_cat_id'>,
): boolean {
  return owner || covers(edit, top_cat_id);
}

export function pageInfo(grant: ItemGrant, { unique_key, ...page }: PageWithContent) {
  return canSeeShareKey(grant, page) ? { ...page, unique_key: unique_key ?? '' } : page;
}

export async function info(
  ctx: Ctx<Page['info']['access']>,
  { page_id, with_html }: CallRequest<Page['info']>,
) {
  const page = await loadPage(ctx, page_id);
  if (!with_html) return pageInfo(ctx.grant, page);
  const { html, outline } = await pageHtml(ctx, page);
  return { ...pageInfo(ctx.grant, page), outline, html: await markDeletedLinks(ctx, html) };
}

/** The headings of the page with the ids that they have in its HTML. */
export async function headings(
  ctx: Ctx<Page['headings']['access']>,
  { page_id }: CallRequest<Page['headings']>,
) {
  const { outline } = await pageHtml(ctx, await loadPage(ctx, page_id));
  return outline.map(({ level, text, id }) => ({ level, text, id }));
}

/** Like `info`, but reuses the cached response for the same page metadata. */
export async function cachedInfo(
  ctx: Ctx<Page['info']['access']>,
  input: CallRequest<Page['info']>,
): Promise<CachedResponse> {
  const { deps, grant } = ctx;
  const meta = assertVisible(grant, await deps.pageMetaCache.get(input.page_id));
  const variant = `${canSeeShareKey(grant, meta)}:${input.with_html}`;
  const cached = deps.pageResponseCache.get(meta, variant);
  if (cached) return cached;
  const response = toCachedResponse(calls.page.info, await info(ctx, input));
  // In a Run-API item the HTML also depends on language and item parameters.
  if (grant.itemType !== RUN_API_ITEM) deps.pageResponseCache.set(meta, variant, response);
  return response;
}

/** A share key grants access to its page only. It is looked up on every request, so a cancelled key stops working at once. */
export async function infoByKey(
  ctx: Ctx<Page['infoByKey']['access']>,
  { unique_key, with_html }: CallRequest<Page['infoByKey']>,
) {
  await assertMayVisit(ctx, ctx.deps);
  const meta = await pageRepository(ctx.db).findByShareKey(unique_key);
  const page = meta && (await ctx.deps.pageContentCache.get(meta));
  if (page?.unique_key !== unique_key) throw new AppError('notFound');
  if (!with_html) return page;
  const { html, outline } = await pageHtml(ctx, page);
  return { ...page, outline, html: html && signFileUrls(html, unique_key, ctx.deps) };
}
