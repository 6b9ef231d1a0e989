import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { readableAmong } from '../../access/readable-items.ts';
import type { Ctx } from '../../http/context.ts';
import type { Viewer } from '../../access/viewer.ts';
import { linkedPageRepository } from './linked-page.repository.ts';
import { toLinkTargets } from './link-targets.ts';

type Backlinks = Calls['page']['backlinks'];

const MAX_BACKLINKS = 50;

/** Lists the pages that link to a page. Pages that the caller may not view are neither listed nor counted. */
export async function backlinks(
  { deps, grant, ...ctx }: Ctx<Backlinks['access']>,
  { page_id }: CallRequest<Backlinks>,
) {
  const { readDb } = deps;
  const linkedPages = linkedPageRepository(readDb);
  // Visitors call it too.
  const viewer: Viewer = ctx.viewer;
  const itemIds = await linkedPages.listLinkingItems(page_id);
  if (itemIds.length === 0) return { total: 0, pages: [] };
  const others = itemIds.filter((itemId) => itemId !== grant.itemId);
  const item = await deps.itemMetaCache.get(grant.itemId);
  const items = [
    // The grant of this call also covers a visit pass.
    { itemId: grant.itemId, view: grant.view, itemName: item?.item_name ?? '' },
    ...(await readableAmong(readDb, viewer, others)),
  ];
  const { total, pages } = await linkedPages.listBacklinks(items, page_id, MAX_BACKLINKS);
  return { total, pages: await toLinkTargets(readDb, items, pages) };
}
