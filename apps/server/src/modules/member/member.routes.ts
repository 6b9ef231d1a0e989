import type { Calls } from '@octavo/contract';
import type { ItemGrant } from '../../access/grant.ts';
import { holdItem } from '../../access/hold-item.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx, Handlers } from '../../http/context.ts';
import { endLostRights } from '../item/end-lost-rights.ts';
import { tell } from '../notice/tell.ts';
import { findPeople } from '../user/find-people.ts';
import { assertFirstLevel } from './first-level.ts';
import { widens } from './member.policy.ts';
import { partNotes } from './part-notes.ts';
import { tellMembers } from './tell-members.ts';

/** In an archived item, rights of members can only be reduced. */
async function assertOnlyNarrows(
  { repos, grant }: { repos: Ctx['repos']; grant: ItemGrant },
  uids: readonly number[],
  change: { member_group_id?: number; cat_id?: number },
): Promise<void> {
  const present = new Map(
    (await repos.members.listOf(grant, uids)).map(({ uid, ...part }) => [uid, part]),
  );
  for (const uid of uids) {
    const before = present.get(uid);
    if (widens(before, { member_group_id: 0, cat_id: 0, ...before, ...change }))
      throw new AppError('itemArchived');
  }
}

export const memberRoutes: Handlers<Calls['member']> = {
  getList: ({ repos, grant }) => repos.members.list(grant),

  async save(ctx, { username, member_group_id, cat_id }) {
    const { repos, grant, viewer } = ctx;
    const { owner, limits } = await holdItem(repos, grant, viewer.uid, 'tree');
    if (!owner) throw new AppError('notManager');
    const uids = await findPeople(repos, username);
    // The owner needs no membership, and would otherwise keep it after a transfer of the item.
    if (uids.includes(viewer.uid)) throw new AppError('invalidRequest', { field: 'username' });
    const change = {
      ...(member_group_id !== undefined && { member_group_id }),
      ...(cat_id !== undefined && { cat_id }),
    };
    const before = await repos.members.listOf(grant, uids);
    if (limits.includes('archived')) await assertOnlyNarrows(ctx, uids, change);
    if (cat_id) await assertFirstLevel(repos, grant.itemId, cat_id);
    await repos.members.save(grant, uids, change);
    const notes = await partNotes(repos, uids, before, change);
    ctx.note({
      each: notes.map((note) => ({ as: note.was ? 'member.change' : 'member.add', ...note })),
    });
    await tellMembers(ctx, uids, before, change);
    await endLostRights(ctx, ctx, grant.itemId);
    return {};
  },

  async delete(ctx, { item_member_id }) {
    const uid = await ctx.repos.members.delete(ctx.grant, item_member_id);
    if (uid === undefined) throw new AppError('notFound');
    ctx.note({ subject_uid: uid });
    await tell(ctx, ctx, [uid], { kind: 'itemRemoved', item_id: ctx.grant.itemId });
    await endLostRights(ctx, ctx, ctx.grant.itemId);
    return {};
  },
};
