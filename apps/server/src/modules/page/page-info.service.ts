import { calls } from '@octavo/contract';
import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { ItemGrant } from '../../access/grant.ts';
import { assertMayVisit } from '../../access/item-door.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { prepare } from '../../http/prepared.ts';
import type { Prepared } from '../../http/prepared.ts';
import { signFiles } from '../attachment/share-files.ts';
import type { PageHead } from '../../access/page-heads.ts';
import type { FullPage } from './page-bodies.ts';
import { pageHtml } from './page-html.ts';

type Page = Calls['page'];

/** The page may have been deleted or moved out of the caller's scope since the authorization. */
function assertReach<P extends PageHead>(grant: ItemGrant, page: P | undefined): P {
  if (page?.item_id !== grant.itemId || !covers(grant.view, page.top_cat_id))
    throw new AppError('notFound');
  return page;
}

export async function openPage(
  { deps, grant }: Pick<Ctx<Page['info']['access']>, 'deps' | 'grant'>,
  pageId: number,
): Promise<FullPage> {
  const head = await deps.pageHeads.get(pageId);
  return assertReach(grant, head && (await deps.pageBodies.get(head)));
}

/** Users who may create a share key see it; the owner also sees it in an archived item, to be able to cancel it. */
function mayShare({ edit, owner }: ItemGrant, { top_cat_id }: PageHead): boolean {
  return owner || covers(edit, top_cat_id);
}

export function pageInfo(grant: ItemGrant, { unique_key, ...page }: FullPage) {
  const isSharer = mayShare(grant, { unique_key, ...page });
  return { ...page, ...(isSharer && { unique_key: unique_key ?? '' }) };
}

export async function info(
  ctx: Ctx<Page['info']['access']>,
  { page_id, with_html }: CallRequest<Page['info']>,
) {
  const page = await openPage(ctx, page_id);
  const rendered = with_html ? await pageHtml(ctx, page) : {};
  return { ...pageInfo(ctx.grant, page), ...rendered };
}

/** In an imported Run-API item the HTML also depends on the language and the item's parameters, so it is not cached. */
const RUN_API = 3;

/** Like `info`, but reuses the cached response for the same page metadata. */
export async function preparedInfo(
  ctx: Ctx<Page['info']['access']>,
  input: CallRequest<Page['info']>,
): Promise<Prepared> {
  const { deps, grant } = ctx;
  const head = assertReach(grant, await deps.pageHeads.get(input.page_id));
  const variant = `${mayShare(grant, head)}:${input.with_html}`;
  const known = deps.pageAnswers.get(head, variant);
  if (known) return known;
  const prepared = prepare(calls.page.info, await info(ctx, input));
  if (grant.itemType !== RUN_API) deps.pageAnswers.set(head, variant, prepared);
  return prepared;
}

/** A share key grants access to its page only. It is looked up on every request, so a cancelled key stops working at once. */
export async function infoByKey(
  ctx: Ctx<Page['infoByKey']['access']>,
  { unique_key, with_html }: CallRequest<Page['infoByKey']>,
) {
  await assertMayVisit(ctx, ctx.deps);
  const head = await ctx.repos.pages.findShared(unique_key);
  const page = head && (await ctx.deps.pageBodies.get(head));
  if (page?.unique_key !== unique_key) throw new AppError('notFound');
  if (!with_html) return page;
  const { html, outline } = await pageHtml(ctx, page);
  return { ...page, outline, html: html && signFiles(html, unique_key, ctx.deps) };
}
