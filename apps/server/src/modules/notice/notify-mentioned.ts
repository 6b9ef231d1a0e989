import { resolveRights } from '../../access/effective-rights.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { memberRepository } from '../../access/member.repository.ts';
import { covers } from '../../access/scope.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { notify } from './notify.ts';
import type { Actor } from './notify.ts';

interface MentioningPage {
  readonly page_id: number;
  readonly item_id: number;
  readonly top_cat_id: number;
  readonly page_title: string;
}

/**
 * Notifies the users that a saved text mentions for the first time, if they belong to the item and may read the page.
 * Returns the notified users. A text without mentions needs no query.
 */
export async function notifyMentioned(
  work: UnitOfWork,
  actor: Actor,
  page: MentioningPage,
  usernames: readonly string[],
): Promise<readonly number[]> {
  if (usernames.length === 0) return [];
  const meta = await itemRepository(work.db).findMeta(page.item_id);
  if (!meta) return [];
  const keys = usernames.map(usernameKey);
  const people = await memberRepository(work.db).listPeopleByKey(page.item_id, keys);
  const readers = people
    .filter(({ uid, memberships }) =>
      covers(resolveRights(meta, uid, memberships, false).view, page.top_cat_id),
    )
    .map(({ uid }) => uid);
  await notify(work, actor, readers, {
    kind: 'mentioned',
    facts: { page: page.page_title },
    item_id: page.item_id,
    page_id: page.page_id,
  });
  return readers;
}
