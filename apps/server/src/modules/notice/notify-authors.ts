import { covers } from '../../access/scope.ts';
import { resolveRights } from '../../access/effective-rights.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { notify } from './notify.ts';
import type { Actor } from './notify.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { memberRepository } from '../../access/member.repository.ts';

interface ChangedPage {
  readonly page_id: number;
  readonly item_id: number;
  readonly top_cat_id: number;
  readonly page_title: string;
  readonly creator_uid: number | null;
  readonly author_uid: number | null;
}

/**
 * Notifies the creator and the previous author of a page that another user changed it, if they may still read it. Until
 * the notice is read, further changes only update it. A save by the only author of a page needs no query. Users who
 * already got a notice of the same save get no second one.
 */
export async function notifyAuthors(
  work: UnitOfWork,
  actor: Actor,
  page: ChangedPage,
  alreadyNotified: readonly number[] = [],
): Promise<void> {
  const authors = new Set([page.creator_uid, page.author_uid]);
  const others = [...authors].filter(
    (uid) => uid !== null && uid !== actor.viewer.uid && !alreadyNotified.includes(uid),
  ) as number[];
  if (others.length === 0) return;
  const meta = await itemRepository(work.db).findMeta(page.item_id);
  if (!meta) return;
  const members = memberRepository(work.db);
  const readers: number[] = [];
  for (const uid of others) {
    const { view } = resolveRights(
      meta,
      uid,
      await members.listMemberships(page.item_id, uid),
      false,
    );
    if (covers(view, page.top_cat_id)) readers.push(uid);
  }
  await notify(work, actor, readers, {
    kind: 'pageChanged',
    facts: { page: page.page_title },
    item_id: page.item_id,
    page_id: page.page_id,
    once_key: `page ${page.page_id}`,
  });
}
