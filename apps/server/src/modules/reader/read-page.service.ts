import { calls } from '@octavo/contract';
import type { Call, CallAnswer, CallRequest, CallResponse } from '@octavo/contract/define-call';
import { paths } from '@octavo/contract/paths';
import { readerTitle, WHOLE_MENU_PAGES } from '@octavo/contract/reader';
import type { LonePage, ReaderPage, ReaderView } from '@octavo/contract/reader';
import { toText } from '@octavo/markdown/to-text';
import type { ItemGrant } from '../../access/grant.ts';
import type { ItemHead } from '../../access/item-heads.ts';
import { passGate } from '../../access/gate.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { runCall } from '../../http/context.ts';
import type { Handler } from '../../http/context.ts';
import { info as itemInfo } from '../item/item-info.service.ts';
import { firstPage } from '../item/menu.policy.ts';
import { info as pageInfo, infoByKey } from '../page/page-info.service.ts';
import { neighboursOf } from './neighbours.policy.ts';
import { describe } from './reader-head.policy.ts';
import type { Head } from './reader-head.policy.ts';
import type { Visit } from './visit.ts';

/** A document before it is rendered. */
export interface Plan {
  /** Cache key: requests with the same key get the same bytes. Undefined for personal documents. */
  readonly key: string | undefined;
  /** Private documents are sent with `no-store`. */
  readonly isPrivate: boolean;
  /** URL of the editor, if the user is redirected there. */
  readonly editor?: string | undefined;
  load(): Promise<{
    readonly view: ReaderView;
    readonly head: Omit<Head, 'isIndexed' | 'siteName'>;
  }>;
}

async function gate<C extends Call>(visit: Visit, call: C, input: CallRequest<C>, deps: Deps) {
  const comer = { viewer: visit.viewer, visitPass: visit.client.visitPass };
  return (await passGate(comer, call, input, deps)) as ItemGrant;
}

/** Runs an API call for the visitor with the same handler and response schema as an HTTP request. */
async function ask<C extends Call>(
  call: C,
  handler: Handler<C, CallAnswer<C>>,
  known: Visit & { readonly deps: Deps; readonly grant: unknown },
  input: CallRequest<C>,
): Promise<CallResponse<C>> {
  const answer = await runCall(call, handler, known, input);
  if ('file' in call.response) throw new Error(`${call.path} answers a file`);
  return call.response.parse(answer) as CallResponse<C>;
}

function withoutSource<P extends { page_content: string }>({ page_content: _source, ...page }: P) {
  return page;
}

/** Characters of the source that are used for the description. */
const BEGINNING = 4000;
/** Page type of sheets, whose stored format is not usable as a description. */
const SHEET = 1;
/** Item type of items that consist of one table. */
const TABLE_ITEM = 4;

function headOf(
  page: Pick<LonePage, 'page_title' | 'page_type' | 'addtime'> & { page_content: string },
  title: string,
) {
  const beginning = page.page_type === SHEET ? '' : page.page_content.slice(0, BEGINNING);
  return {
    title,
    description: describe(toText(beginning)),
    modified: page.addtime,
  };
}

/** Anonymous visitors of a public item share one document; other documents are not cached. */
function keyOf(
  visit: Visit,
  head: ItemHead,
  page: { page_id: number; version: number; attachment_count: number } | undefined,
): string | undefined {
  if (head.is_private || visit.viewer.kind !== 'visitor') return undefined;
  const { item_name, item_description, item_domain, item_type, is_archived } = head;
  return JSON.stringify([
    page?.page_id ?? 0,
    page?.version ?? 0,
    page?.attachment_count ?? 0,
    head.item_id,
    head.tree_version,
    [item_name, item_description, item_domain, item_type, is_archived],
    visit.language,
  ]);
}

export async function planItem(
  visit: Visit,
  { ref, pageId }: { ref: string; pageId: number },
  deps: Deps,
): Promise<Plan> {
  const head = await deps.itemHeads.find(ref);
  const asked = pageId > 0 ? await deps.pageHeads.get(pageId) : undefined;
  // A page of another item is not found under this URL, even if the visitor has access to it.
  if (!head || (pageId > 0 && asked?.item_id !== head.item_id)) throw new AppError('notFound');
  const grant = asked
    ? await gate(visit, calls.page.info, { page_id: pageId, with_html: true }, deps)
    : await gate(visit, calls.item.info, calls.item.info.request.parse({ item_id: ref }), deps);
  const { menu, pages } = await deps.menus.get(head, grant);
  const shownId = pageId || (firstPage(menu)?.page_id ?? 0);
  const shown = shownId > 0 ? await deps.pageHeads.get(shownId) : undefined;
  const known = { ...visit, deps, grant };
  // Users who may edit a table item are redirected to its editor; `/{item}/{page}` shows the table read-only.
  const isEdited = pageId === 0 && head.item_type === TABLE_ITEM && covers(grant.edit, 0);
  return {
    key: keyOf(visit, head, shown),
    isPrivate: head.is_private,
    editor:
      isEdited && shownId > 0
        ? paths.editPage.href({ item_id: head.item_id, page_id: shownId })
        : undefined,
    async load() {
      const item = await ask(calls.item.info, itemInfo, known, {
        item_id: head.item_id,
        keyword: '',
        default_page_id: shownId,
        page_id: 0,
        menu: pages.size > WHOLE_MENU_PAGES ? 'top' : 'all',
      });
      const full =
        shownId > 0
          ? await ask(calls.page.info, pageInfo, known, { page_id: shownId, with_html: true })
          : undefined;
      const page: ReaderPage | null = full ? withoutSource(full) : null;
      const ofItem = { title: head.item_name, description: head.item_description };
      const title = readerTitle(full?.page_title ?? '', head.item_name);
      const ofPage = full && headOf(full, title);
      const address = full
        ? paths.itemPage.href({ item: head.item_domain || head.item_id, page_id: full.page_id })
        : paths.item.href({ item: head.item_domain || head.item_id });
      return {
        view: { kind: 'item', item, page, around: neighboursOf(menu, shownId) },
        head: {
          ...ofItem,
          ...ofPage,
          description: ofPage?.description || ofItem.description,
          canonical: new URL(address, deps.config.publicUrl).href,
        },
      };
    },
  };
}

/** `/page/{id}`: a page without its item, for users who may read it in the item. */
export async function planPage(visit: Visit, pageId: number, deps: Deps): Promise<Plan> {
  const input = { page_id: pageId, with_html: true };
  const grant = await gate(visit, calls.page.info, input, deps);
  const head = await deps.itemHeads.get(grant.itemId);
  if (!head) throw new AppError('notFound');
  return {
    key: undefined,
    isPrivate: head.is_private,
    async load() {
      const page = await ask(calls.page.info, pageInfo, { ...visit, deps, grant }, input);
      const item = head.item_domain || head.item_id;
      const address = paths.itemPage.href({ item, page_id: pageId });
      return {
        view: { kind: 'page', page: lone(page) },
        head: {
          ...headOf(page, page.page_title),
          canonical: new URL(address, deps.config.publicUrl).href,
        },
      };
    },
  };
}

/** A page shared by key does not reveal its item, neither to visitors nor to search engines. */
export async function planShared(
  visit: Visit,
  { key, pageId }: { key: string; pageId?: number },
  deps: Deps,
): Promise<Plan> {
  const input = calls.page.infoByKey.request.parse({ unique_key: key, with_html: true });
  const page = await ask(
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
        ...headOf(page, page.page_title),
      },
    }),
  };
}

function lone(page: CallResponse<typeof calls.page.info>): LonePage {
  const { item_id: _item, cat_id: _cat, s_number: _at, unique_key: _key, ...rest } = page;
  return withoutSource(rest);
}
