import { AppError } from '../app-error.ts';
import type { Repositories } from '../db/repositories.ts';
import type { Purpose } from '../modules/item/item.repository.ts';
import type { ItemGrant } from './grant.ts';
import { covers } from './scope.ts';
import { standingIn } from './standing.ts';
import type { Standing } from './standing.ts';

type HeldItem = NonNullable<Awaited<ReturnType<Repositories['items']['hold']>>>;

async function standingOn(
  { members }: Repositories,
  { itemId }: ItemGrant,
  uid: number,
  item: HeldItem,
): Promise<Standing> {
  const ties = item.uid === uid ? [] : await members.holdTies(itemId, uid);
  return standingIn(item, uid, ties, false);
}

/**
 * Locks the item and the caller's memberships and resolves the rights again, so that a right revoked since the
 * authorization no longer counts. Every writer takes this lock first, so that writers of an item cannot deadlock.
 */
export async function holdItem(
  repos: Repositories,
  grant: ItemGrant,
  uid: number,
  purpose: Purpose,
): Promise<Standing> {
  const item = await repos.items.hold(grant.itemId, purpose);
  if (!item) throw new AppError('notFound');
  return standingOn(repos, grant, uid, item);
}

/** Like `lockItem`, but also locks a page of the item in the same statement. */
export async function holdPage(
  repos: Repositories,
  grant: ItemGrant,
  uid: number,
  { pageId, purpose }: { readonly pageId: number; readonly purpose: Purpose },
) {
  const page = await repos.pages.hold(grant, pageId, purpose);
  if (!page) throw new AppError('notFound');
  return { page, standing: await standingOn(repos, grant, uid, page) };
}

/** `topCatId` 0 is the item's root. */
export function assertEdits({ edit, narrow }: Standing, topCatId: number): void {
  if (covers(edit, topCatId)) return;
  throw new AppError(covers(narrow, topCatId) ? 'itemArchived' : 'forbidden');
}

/** Like `lockPage`, but throws unless the caller may edit the page. */
export async function holdEditedPage(...held: Parameters<typeof holdPage>) {
  const { page, standing } = await holdPage(...held);
  assertEdits(standing, page.top_cat_id);
  return { page, standing };
}
