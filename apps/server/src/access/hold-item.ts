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
 * The caller's rights once more, on rows that stay as they are until the transaction ends: what was
 * taken away since the gate looked is gone. It comes before every other lock, so that two writers of
 * an item never wait for each other in a circle.
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

/** The same together with a page of the item, in one statement. */
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

/** A page that its holder may write, in an item that is not archived. */
export async function holdEditedPage(...held: Parameters<typeof holdPage>) {
  const { page, standing } = await holdPage(...held);
  assertEdits(standing, page.top_cat_id);
  return { page, standing };
}
