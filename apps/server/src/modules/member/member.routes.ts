import type { Calls } from '@octavo/contract';
import { READ_ONLY_GROUP } from '@octavo/contract/member-group';
import { resolveRights } from '../../access/effective-rights.ts';
import type { ItemGrant } from '../../access/grant.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { lockItem } from '../../access/lock-item.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx, Handlers } from '../../http/context.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { onItemRightsChanged } from './item-rights-changed.ts';
import { notify } from '../notice/notify.ts';
import { findUserIds } from '../account/find-user-ids.ts';
import { assertFirstLevelCatalog } from './first-level-catalog.ts';
import { extendsRights } from './member.policy.ts';
import { endedRightNote, memberAuditNotes } from './member-audit-notes.ts';
import { notifyMembers } from './notify-members.ts';
import { memberRepository } from '../../access/member.repository.ts';

/** The catalog of a page, if it is in the part of the item that the caller may view. */
async function findVisibleCatalog(
  { db, grant }: { db: Ctx['db']; grant: ItemGrant },
  catId: number,
) {
  const catalog = await itemRepository(db).findCatalogLocation(catId);
  if (catalog?.item_id !== grant.itemId || !covers(grant.view, catalog.top_cat_id))
    throw new AppError('notFound');
  return catalog;
}

/** In an archived item, rights of members can only be reduced. */
async function assertOnlyReduces(
  { db, grant }: { db: Ctx['db']; grant: ItemGrant },
  uids: readonly number[],
  change: { member_group_id?: number; cat_id?: number },
): Promise<void> {
  const currentRights = new Map(
    (await memberRepository(db).listByUsers(grant, uids)).map(({ uid, ...rights }) => [
      uid,
      rights,
    ]),
  );
  for (const uid of uids) {
    const before = currentRights.get(uid);
    if (
      extendsRights(before, { member_group_id: READ_ONLY_GROUP, cat_id: 0, ...before, ...change })
    )
      throw new AppError('itemArchived');
  }
}

/** The number of people that are suggested. */
const MAX_SUGGESTED_PEOPLE = 20;

export const memberRoutes: Handlers<Calls['member']> = {
  getList: ({ db, grant }) => memberRepository(db).list(grant),

  async mentionable({ db, deps, grant }, { cat_id, keyword }) {
    const catalog =
      cat_id === 0 ? { top_cat_id: 0 } : await findVisibleCatalog({ db, grant }, cat_id);
    const item = await deps.itemMetaCache.get(grant.itemId);
    if (!item) throw new AppError('notFound');
    const people = await memberRepository(db).searchPeople(grant, usernameKey(keyword.trim()));
    return people
      .map(({ uid, username, name, memberships }) => {
        const { view } = resolveRights(item, uid, memberships, false);
        return { username, name, can_view: covers(view, catalog.top_cat_id) };
      })
      .toSorted((a, b) => Number(b.can_view) - Number(a.can_view))
      .slice(0, MAX_SUGGESTED_PEOPLE);
  },

  async save(ctx, { username, member_group_id, cat_id }) {
    const { db, grant, viewer } = ctx;
    const { owner, limits } = await lockItem(db, grant, viewer.uid, 'tree');
    if (!owner) throw new AppError('notManager');
    const uids = await findUserIds(db, username);
    // The owner needs no membership, and would otherwise keep it after a transfer of the item.
    if (uids.includes(viewer.uid)) throw new AppError('invalidRequest', { field: 'username' });
    const change = {
      ...(member_group_id !== undefined && { member_group_id }),
      ...(cat_id !== undefined && { cat_id }),
    };
    const before = await memberRepository(db).listByUsers(grant, uids);
    if (limits.includes('archived')) await assertOnlyReduces(ctx, uids, change);
    if (cat_id) await assertFirstLevelCatalog(db, grant.itemId, cat_id);
    await memberRepository(db).save(grant, uids, change);
    const notes = await memberAuditNotes(db, uids, before, change);
    ctx.note({
      each: notes.map((note) => ({ as: note.was ? 'member.change' : 'member.add', ...note })),
    });
    await notifyMembers(ctx, uids, before, change);
    await onItemRightsChanged(ctx, ctx, grant.itemId);
    return {};
  },

  async delete(ctx, { item_member_id }) {
    const member = await memberRepository(ctx.db).delete(ctx.grant, item_member_id);
    if (!member) throw new AppError('notFound');
    const { uid, ...rights } = member;
    ctx.note({ subject_uid: uid, ...endedRightNote(rights) });
    await notify(ctx, ctx, [uid], { kind: 'itemRemoved', item_id: ctx.grant.itemId });
    await onItemRightsChanged(ctx, ctx, ctx.grant.itemId);
    return {};
  },
};
