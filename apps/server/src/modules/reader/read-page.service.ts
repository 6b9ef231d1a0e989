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

/** A document before it is drawn. */
export interface Plan {
  /** Two visits with the same key get the same bytes; absent where the document is one person's. */
  readonly key: string | undefined;
  /** Private ones are never kept, by nobody. */
  readonly isPrivate: boolean;
  /** The editor, for those who are led there instead. */
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

/** A call in the visitor's name: the same handler and the same declared answer as over the wire. */
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

/** Enough of the text for its first words. */
const BEGINNING = 4000;
/** What a table is stored as describes nothing. */
const SHEET = 1;
/** The type of items that are one table. */
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

/** Visitors who are nobody see the same of an open item; whoever is somebody gets their own document. */
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
  // A page of another item is not here, whatever the visitor may do there.
  if (!head || (pageId > 0 && asked?.item_id !== head.item_id)) throw new AppError('notFound');
  const grant = asked
    ? await gate(visit, calls.page.info, { page_id: pageId, with_html: true }, deps)
    : await gate(visit, calls.item.info, calls.item.info.request.parse({ item_id: ref }), deps);
  const { menu, pages } = await deps.menus.get(head, grant);
  const shownId = pageId || (firstPage(menu)?.page_id ?? 0);
  const shown = shownId > 0 ? await deps.pageHeads.get(shownId) : undefined;
  const known = { ...visit, deps, grant };
  // Editors of a table item get Save and More right there; `/{item}/{page}` is the table to read.
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

/** `/page/{id}`: the page without its item, for whoever may read it there. */
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

/** By its key a page tells nothing of the item around it, to the visitor or to a search engine. */
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
