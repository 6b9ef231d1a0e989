import { covers } from '../../access/scope.ts';
import { standingIn } from '../../access/standing.ts';
import type { Work } from '../../http/context.ts';
import { tell } from './tell.ts';
import type { Teller } from './tell.ts';

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
 * the notice is read, further changes only update it. A save by the only author of a page needs no query.
 */
export async function tellWriters(work: Work, teller: Teller, page: ChangedPage): Promise<void> {
  const { items, members } = work.repos;
  const writers = new Set([page.creator_uid, page.author_uid]);
  const others = [...writers].filter(
    (uid) => uid !== null && uid !== teller.viewer.uid,
  ) as number[];
  const head = others.length === 0 ? undefined : await items.findHead(page.item_id);
  if (!head) return;
  const readers: number[] = [];
  for (const uid of others) {
    const { view } = standingIn(head, uid, await members.listTies(page.item_id, uid), false);
    if (covers(view, page.top_cat_id)) readers.push(uid);
  }
  await tell(work, teller, readers, {
    kind: 'pageChanged',
    facts: { page: page.page_title },
    item_id: page.item_id,
    page_id: page.page_id,
    once_key: `page ${page.page_id}`,
  });
}
