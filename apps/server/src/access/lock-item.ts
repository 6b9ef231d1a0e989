import { AppError } from '../app-error.ts';
import type { Repositories } from '../db/repositories.ts';
import type { LockMode } from './item-columns.ts';
import type { ItemGrant } from './grant.ts';
import { covers } from './scope.ts';
import { resolveRights } from './effective-rights.ts';
import type { EffectiveRights } from './effective-rights.ts';

type LockedItem = NonNullable<Awaited<ReturnType<Repositories['items']['lock']>>>;

async function resolveLockedRights(
  { members }: Repositories,
  { itemId }: ItemGrant,
  uid: number,
  item: LockedItem,
): Promise<EffectiveRights> {
  const memberships = item.uid === uid ? [] : await members.lockMemberships(itemId, uid);
  return resolveRights(item, uid, memberships, false);
}

/**
 * Locks the item and the caller's memberships and resolves the rights again, so that a right revoked since the
 * authorization no longer counts. Every writer takes this lock first, so that writers of an item cannot deadlock.
 */
export async function lockItem(
  repos: Repositories,
  grant: ItemGrant,
  uid: number,
  lockMode: LockMode,
): Promise<EffectiveRights> {
  const item = await repos.items.lock(grant.itemId, lockMode);
  if (!item) throw new AppError('notFound');
  return resolveLockedRights(repos, grant, uid, item);
}

/** Like `lockItem`, but also locks a page of the item in the same statement. */
export async function lockPage(
  repos: Repositories,
  grant: ItemGrant,
  uid: number,
  { pageId, lockMode }: { readonly pageId: number; readonly lockMode: LockMode },
) {
  const page = await repos.pages.lock(grant, pageId, lockMode);
  if (!page) throw new AppError('notFound');
  return { page, rights: await resolveLockedRights(repos, grant, uid, page) };
}

/** `topCatId` 0 is the item's root. */
export function assertCanEdit({ edit, restrict }: EffectiveRights, topCatId: number): void {
  if (covers(edit, topCatId)) return;
  throw new AppError(covers(restrict, topCatId) ? 'itemArchived' : 'forbidden');
}

/** Like `lockPage`, but throws unless the caller may edit the page. */
export async function lockEditablePage(...args: Parameters<typeof lockPage>) {
  const { page, rights } = await lockPage(...args);
  assertCanEdit(rights, page.top_cat_id);
  return { page, rights };
}
