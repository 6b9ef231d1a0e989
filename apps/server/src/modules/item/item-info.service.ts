import { calls } from '@octavo/contract';
import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { itemInfo } from '@octavo/contract/item.entities';
import { RUN_API_ITEM } from '@octavo/contract/item-type';
import { isNonEmpty } from '../../access/scope.ts';
import type { Scope } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { toCachedResponse, toCachedResponseAround } from '../../http/cached-response.ts';
import type { CachedResponse } from '../../http/cached-response.ts';
import { searchInItem } from '../search/page-search.ts';
import { firstPage, topLevelMenu, catalogPath } from '../catalog/menu.policy.ts';

type Item = Calls['item'];

async function getItemMeta(ctx: Ctx<Item['info']['access']>) {
  const head = await ctx.deps.itemMetaCache.get(ctx.grant.itemId);
  if (!head) throw new AppError('notFound');
  return head;
}

/** A catalog that has left the first level of the item is no longer editable, although the right still names it. */
function presentScope(
  edit: Scope,
  catalogs: readonly { readonly cat_id: number; readonly level: number }[],
): Scope {
  if (typeof edit === 'string') return edit;
  const firstLevelIds = new Set(
    catalogs.filter(({ level }) => level === 1).map((row) => row.cat_id),
  );
  return edit.filter((catId) => firstLevelIds.has(catId));
}

type InfoCtx = Ctx<Item['info']['access']>;
type InfoInput = CallRequest<Item['info']>;

/** Returns all fields except the menu, and the cached menu. */
async function infoWithoutMenu(ctx: InfoCtx, input: InfoInput) {
  const { grant, viewer, deps } = ctx;
  const head = await getItemMeta(ctx);
  const loaded = await deps.menuCache.get(head, grant);
  const requestedPageId = input.default_page_id || input.page_id;
  const default_page_id = loaded.pages.has(requestedPageId)
    ? requestedPageId
    : (firstPage(loaded.menu)?.page_id ?? 0);
  const position = loaded.pages.get(default_page_id);
  const [first = 0, second = 0, third = 0] = catalogPath(loaded.catalogs, position?.cat_id ?? 0);
  const unread = viewer.kind === 'user' ? await deps.unreadCache.get(viewer.uid) : undefined;
  const edit = presentScope(grant.edit, loaded.catalogs);
  const around = {
    item_id: head.item_id,
    item_name: head.item_name,
    item_description: head.item_description,
    item_domain: head.item_domain,
    item_type: head.item_type,
    is_private: head.is_private,
    is_archived: head.is_archived === 1,
    item_edit: isNonEmpty(edit),
    ...(typeof edit !== 'string' && { edit_cat_ids: [...edit] }),
    item_manage: grant.owner && head.item_type !== RUN_API_ITEM,
    is_login: viewer.kind === 'user',
    creator: grant.owner,
    unread_count: unread?.get(grant.itemId) ?? 0,
    default_page_id,
    default_cat_id2: first,
    default_cat_id3: second,
    default_cat_id4: third,
    global_param: head.item_type === RUN_API_ITEM ? head.global_param : {},
    tree_version: head.tree_version,
    page_count: loaded.pages.size,
  };
  return { around, head, loaded, path: [first, second, third] };
}

export async function info(ctx: InfoCtx, input: InfoInput) {
  const { around, head, loaded, path } = await infoWithoutMenu(ctx, input);
  if (input.keyword !== '') {
    const found = await searchInItem(ctx, head, { keyword: input.keyword });
    const pages = found.pages.map((hit) => ({ ...hit, cat_id: 0, s_number: 0, method: '' }));
    return { ...around, menu: { pages, catalogs: [] } };
  }
  return { ...around, menu: input.menu === 'top' ? topLevelMenu(loaded.menu, path) : loaded.menu };
}

const schemaWithoutMenu = itemInfo.omit({ menu: true });

/** Like `info`, but the full menu is serialized and compressed once per tree version instead of once per request. */
export async function cachedInfo(ctx: InfoCtx, input: InfoInput): Promise<CachedResponse> {
  if (input.keyword !== '' || input.menu === 'top')
    return toCachedResponse(calls.item.info, await info(ctx, input));
  const { around, loaded } = await infoWithoutMenu(ctx, input);
  return toCachedResponseAround(schemaWithoutMenu, around, 'menu', loaded.encodedMenu());
}

export async function search(
  ctx: Ctx<Item['search']['access']>,
  input: CallRequest<Item['search']>,
) {
  const head = await getItemMeta(ctx);
  const found = await searchInItem(ctx, head, input);
  return { item_id: head.item_id, item_name: head.item_name, ...found };
}
