import { calls } from '@octavo/contract';
import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { itemInfo } from '@octavo/contract/item.entities';
import { isOpen } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { prepare, prepareAround } from '../../http/prepared.ts';
import type { Prepared } from '../../http/prepared.ts';
import { searchInItem } from '../page/page-search.ts';
import { firstPage, topOf, wayTo } from './menu.policy.ts';

type Item = Calls['item'];

const READ_ONLY_TYPE = 3;

async function headOf(ctx: Ctx<Item['info']['access']>) {
  const head = await ctx.deps.itemHeads.get(ctx.grant.itemId);
  if (!head) throw new AppError('notFound');
  return head;
}

type InfoCtx = Ctx<Item['info']['access']>;
type InfoInput = CallRequest<Item['info']>;

/** Returns all fields except the menu, and the cached menu. */
async function aroundMenu(ctx: InfoCtx, input: InfoInput) {
  const { grant, viewer, deps } = ctx;
  const head = await headOf(ctx);
  const loaded = await deps.menus.get(head, grant);
  const wanted = input.default_page_id || input.page_id;
  const default_page_id = loaded.pages.has(wanted)
    ? wanted
    : (firstPage(loaded.menu)?.page_id ?? 0);
  const place = loaded.pages.get(default_page_id);
  const [first = 0, second = 0, third = 0] = wayTo(loaded.catalogs, place?.cat_id ?? 0);
  const unread = viewer.kind === 'user' ? await deps.unread.get(viewer.uid) : undefined;
  const around = {
    item_id: head.item_id,
    item_name: head.item_name,
    item_description: head.item_description,
    item_domain: head.item_domain,
    item_type: head.item_type,
    is_private: head.is_private,
    is_archived: head.is_archived === 1,
    item_edit: isOpen(grant.edit),
    item_manage: grant.owner && head.item_type !== READ_ONLY_TYPE,
    is_login: viewer.kind === 'user',
    creator: grant.owner,
    unread_count: unread?.get(grant.itemId) ?? 0,
    default_page_id,
    default_cat_id2: first,
    default_cat_id3: second,
    default_cat_id4: third,
    global_param: head.item_type === READ_ONLY_TYPE ? head.global_param : {},
    tree_version: head.tree_version,
    page_count: loaded.pages.size,
  };
  return { around, head, loaded, way: [first, second, third] };
}

export async function info(ctx: InfoCtx, input: InfoInput) {
  const { around, head, loaded, way } = await aroundMenu(ctx, input);
  if (input.keyword !== '') {
    const found = await searchInItem(ctx, head, input.keyword);
    const pages = found.map((hit) => ({ ...hit, cat_id: 0, s_number: 0, method: '' }));
    return { ...around, menu: { pages, catalogs: [] } };
  }
  return { ...around, menu: input.menu === 'top' ? topOf(loaded.menu, way) : loaded.menu };
}

const allButMenu = itemInfo.omit({ menu: true });

/** Like `info`, but the full menu is serialized and compressed once per tree version instead of once per request. */
export async function preparedInfo(ctx: InfoCtx, input: InfoInput): Promise<Prepared> {
  if (input.keyword !== '' || input.menu === 'top')
    return prepare(calls.item.info, await info(ctx, input));
  const { around, loaded } = await aroundMenu(ctx, input);
  return prepareAround(allButMenu, around, 'menu', loaded.part());
}

export async function search(
  ctx: Ctx<Item['search']['access']>,
  { keyword }: CallRequest<Item['search']>,
) {
  const head = await headOf(ctx);
  const pages = await searchInItem(ctx, head, keyword);
  return { item_id: head.item_id, item_name: head.item_name, pages };
}
