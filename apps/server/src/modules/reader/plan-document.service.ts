import { calls } from '@octavo/contract';
import type { Call, CallResult, CallRequest, CallResponse } from '@octavo/contract/define-call';
import { paths } from '@octavo/contract/paths';
import { readerTitle, MAX_FULL_MENU_PAGES } from '@octavo/contract/reader';
import type { SharedPage, ReaderPage, ReaderView } from '@octavo/contract/reader';
import { TABLE_ITEM } from '@octavo/contract/item-type';
import { SHEET_PAGE } from '@octavo/contract/page-type';
import { toText } from '@octavo/markdown/to-text';
import type { ItemGrant } from '../../access/grant.ts';
import type { ItemMeta } from '../../access/item-meta-cache.ts';
import type { PageMeta } from '../../access/page-meta-cache.ts';
import { authorize } from '../../access/authorize.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { runCall } from '../../http/context.ts';
import type { Handler } from '../../http/context.ts';
import { itemTag, pageTag } from '../../realtime/cdn-purge.ts';
import { info as itemInfo } from '../item/item-info.service.ts';
import { firstPage } from '../catalog/menu.policy.ts';
import { info as pageInfo, infoByKey } from '../page/page-info.service.ts';
import { findNeighbours } from './neighbours.policy.ts';
import { toDescription } from './reader-head.policy.ts';
import type { DocumentHead } from './reader-head.policy.ts';
import type { Visit } from '../../http/visit.ts';

/** A document before it is rendered. */
export interface DocumentPlan {
  /** Cache key: requests with the same key get the same bytes. Undefined for personal documents. */
  readonly key: string | undefined;
  /** What the CDN removes the document by; only documents with a key have tags. */
  readonly tags?: readonly string[];
  /** Private documents are sent with `no-store`. */
  readonly isPrivate: boolean;
  load(): Promise<{
    readonly view: ReaderView;
    readonly head: Omit<DocumentHead, 'isIndexed' | 'siteName'>;
  }>;
}

/** The visitor is redirected instead of getting a document. */
export interface Redirect {
  readonly redirectUrl: string;
}

async function authorizeVisit<C extends Call>(
  visit: Visit,
  call: C,
  input: CallRequest<C>,
  deps: Deps,
) {
  const subject = { viewer: visit.viewer, visitPass: visit.client.visitPass };
  return (await authorize(subject, call, input, deps)) as ItemGrant;
}

/** Runs an API call for the visitor with the same handler and response schema as an HTTP request. */
async function runHandler<C extends Call>(
  call: C,
  handler: Handler<C, CallResult<C>>,
  callContext: Visit & { readonly deps: Deps; readonly grant: unknown },
  input: CallRequest<C>,
): Promise<CallResponse<C>> {
  const answer = await runCall(call, handler, callContext, input);
  if ('file' in call.response) throw new Error(`${call.path} responds with a file`);
  return call.response.parse(answer) as CallResponse<C>;
}

function withoutSource<P extends { page_content: string }>({ page_content: _source, ...page }: P) {
  return page;
}

/** Characters of the source that are used for the description. */
const DESCRIPTION_SOURCE_LENGTH = 4000;

function toHead(
  page: Pick<SharedPage, 'page_title' | 'page_type' | 'addtime'> & { page_content: string },
  title: string,
) {
  // The stored format of a sheet is not usable as a description.
  const excerpt =
    page.page_type === SHEET_PAGE ? '' : page.page_content.slice(0, DESCRIPTION_SOURCE_LENGTH);
  return {
    title,
    description: toDescription(toText(excerpt)),
    modified: page.addtime,
  };
}

/** Anonymous visitors of a public item share one document; other documents are not cached. */
function cacheKey(
  visit: Visit,
  itemMeta: ItemMeta,
  page: Pick<PageMeta, 'page_id' | 'version' | 'attachment_count' | 'page_comments'> | undefined,
): string | undefined {
  if (itemMeta.is_private || visit.viewer.kind !== 'visitor') return undefined;
  const { item_name, item_description, item_domain, item_type, is_archived } = itemMeta;
  return JSON.stringify([
    page?.page_id ?? 0,
    page?.version ?? 0,
    page?.attachment_count ?? 0,
    page?.page_comments ?? '',
    itemMeta.item_id,
    itemMeta.tree_version,
    [item_name, item_description, item_domain, item_type, is_archived],
    visit.language,
  ]);
}

/**
 * Old links lead to a page that was moved to another item. For visitors who may not view it there it is not found, as if
 * it did not exist.
 */
async function redirectToMovedPage(visit: Visit, pageId: number, deps: Deps): Promise<Redirect> {
  const { itemId } = await authorizeVisit(
    visit,
    calls.page.info,
    { page_id: pageId, with_html: true },
    deps,
  ).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('notFound') : error;
  });
  const itemMeta = await deps.itemMetaCache.get(itemId);
  if (!itemMeta) throw new AppError('notFound');
  return { redirectUrl: pageUrl(itemMeta, pageId) };
}

function pageUrl({ item_domain, item_id }: ItemMeta, page_id: number): string {
  return paths.itemPage.href({ item: item_domain || item_id, page_id });
}

export async function planItem(
  visit: Visit,
  { ref, pageId }: { ref: string; pageId: number },
  deps: Deps,
): Promise<DocumentPlan | Redirect> {
  const itemMeta = await deps.itemMetaCache.find(ref);
  if (!itemMeta) throw new AppError('notFound');
  const requestedPage = pageId > 0 ? await deps.pageMetaCache.get(pageId) : undefined;
  if (pageId > 0 && requestedPage?.item_id !== itemMeta.item_id)
    return redirectToMovedPage(visit, pageId, deps);
  const grant = requestedPage
    ? await authorizeVisit(visit, calls.page.info, { page_id: pageId, with_html: true }, deps)
    : await authorizeVisit(
        visit,
        calls.item.info,
        calls.item.info.request.parse({ item_id: ref }),
        deps,
      );
  const { menu, pages } = await deps.menuCache.get(itemMeta, grant);
  const shownId = pageId || (firstPage(menu)?.page_id ?? 0);
  const shownPage = shownId > 0 ? await deps.pageMetaCache.get(shownId) : undefined;
  const callContext = { ...visit, deps, grant };
  // Users who may edit a table item are redirected to its editor; `/{item}/{page}` shows the table read-only.
  const opensEditor = pageId === 0 && itemMeta.item_type === TABLE_ITEM && covers(grant.edit, 0);
  if (opensEditor && shownId > 0)
    return {
      redirectUrl: paths.editPage.href({ item_id: itemMeta.item_id, page_id: shownId }),
    };
  return {
    key: cacheKey(visit, itemMeta, shownPage),
    tags: [itemTag(itemMeta.item_id), ...(shownId > 0 ? [pageTag(shownId)] : [])],
    isPrivate: itemMeta.is_private,
    async load() {
      const item = await runHandler(calls.item.info, itemInfo, callContext, {
        item_id: itemMeta.item_id,
        keyword: '',
        default_page_id: shownId,
        page_id: 0,
        menu: pages.size > MAX_FULL_MENU_PAGES ? 'top' : 'all',
      });
      const fullPage =
        shownId > 0
          ? await runHandler(calls.page.info, pageInfo, callContext, {
              page_id: shownId,
              with_html: true,
            })
          : undefined;
      const page: ReaderPage | null = fullPage ? withoutSource(fullPage) : null;
      const itemHead = { title: itemMeta.item_name, description: itemMeta.item_description };
      const title = readerTitle(fullPage?.page_title ?? '', itemMeta.item_name);
      const pageHead = fullPage && toHead(fullPage, title);
      const url = fullPage
        ? pageUrl(itemMeta, fullPage.page_id)
        : paths.item.href({ item: itemMeta.item_domain || itemMeta.item_id });
      return {
        view: { kind: 'item', item, page, around: findNeighbours(menu, shownId) },
        head: {
          ...itemHead,
          ...pageHead,
          description: pageHead?.description || itemHead.description,
          canonical: new URL(url, deps.config.publicUrl).href,
        },
      };
    },
  };
}

/**
 * `/page/{id}`: the URL of a page that never changes, which links and notices use. It redirects to the page in its item,
 * where it is now.
 */
export async function planPage(visit: Visit, pageId: number, deps: Deps): Promise<Redirect> {
  const input = { page_id: pageId, with_html: false };
  const grant = await authorizeVisit(visit, calls.page.info, input, deps);
  const itemMeta = await deps.itemMetaCache.get(grant.itemId);
  if (!itemMeta) throw new AppError('notFound');
  return { redirectUrl: pageUrl(itemMeta, pageId) };
}

/** A page shared by key does not reveal its item, neither to visitors nor to search engines. */
export async function planShared(
  visit: Visit,
  { key, pageId }: { key: string; pageId?: number },
  deps: Deps,
): Promise<DocumentPlan> {
  const input = calls.page.infoByKey.request.parse({ unique_key: key, with_html: true });
  const page = await runHandler(
    calls.page.infoByKey,
    infoByKey,
    { ...visit, deps, grant: undefined },
    input,
  );
  if (pageId !== undefined && page.page_id !== pageId) throw new AppError('notFound');
  return {
    key: undefined,
    isPrivate: true,
    load: async () => ({
      view: { kind: 'page', page: withoutSource(page) },
      head: {
        ...toHead(page, page.page_title),
      },
    }),
  };
}
