import { AppError } from '../app-error.ts';
import type { LockMode } from './item-columns.ts';
import type { ItemGrant } from './grant.ts';
import { covers } from './scope.ts';
import { resolveRights } from './effective-rights.ts';
import type { EffectiveRights } from './effective-rights.ts';
import type { Connection } from '../db/connect.ts';
import { memberRepository } from './member.repository.ts';
import { itemRepository } from './item.repository.ts';
import { pageRepository } from '../modules/page/page.repository.ts';

type LockedItem = NonNullable<Awaited<ReturnType<ReturnType<typeof itemRepository>['lock']>>>;

async function resolveLockedRights(
  db: Connection,
  { itemId }: ItemGrant,
  uid: number,
  item: LockedItem,
): Promise<EffectiveRights> {
  const memberships =
    item.uid === uid ? [] : await memberRepository(db).lockMemberships(itemId, uid);
  return resolveRights(item, uid, memberships, false);
}

/**
 * Locks the item and the caller's memberships and resolves the rights again, so that a right revoked since the
 * authorization no longer counts. Every writer takes this lock first, so that writers of an item cannot deadlock.
 */
export async function lockItem(
  db: Connection,
  grant: ItemGrant,
  uid: number,
  lockMode: LockMode,
): Promise<EffectiveRights> {
  const item = await itemRepository(db).lock(grant.itemId, lockMode);
  if (!item) throw new AppError('notFound');
  return resolveLockedRights(db, grant, uid, item);
}

/** Like `lockItem`, but also locks a page of the item in the same statement. */
export async function lockPage(
  db: Connection,
  grant: ItemGrant,
  uid: number,
  { pageId, lockMode }: { readonly pageId: number; readonly lockMode: LockMode },
) {
  const page = await pageRepository(db).lock(grant, pageId, lockMode);
  if (!page) throw new AppError('notFound');
  return { page, rights: await resolveLockedRights(db, grant, uid, page) };
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
