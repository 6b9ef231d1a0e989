import type { ItemGrant } from '../../access/grant.ts';
import { applyTrim } from '../history/history-chain.ts';
import { encodeText, isStoredInFull } from '../history/history-codec.ts';
import { planTrim } from '../history/history-trim.policy.ts';
import type { Connection } from '../../db/connect.ts';
import { pageSaveRepository } from './page-save.repository.ts';
import type { pageRepository } from './page.repository.ts';

type PageSaves = ReturnType<typeof pageSaveRepository>;

/** A page row that is locked until the transaction ends. */
export type LockedPage = NonNullable<
  Awaited<ReturnType<ReturnType<typeof pageRepository>['lock']>>
>;
/** Further data a save has read about the page. */
export type SaveState = Awaited<ReturnType<PageSaves['readForSave']>>;

/** Writes the next version of a locked page, stores the current one in the history and trims the oldest versions. */
export async function writeVersion(
  db: Connection,
  grant: ItemGrant,
  current: LockedPage & SaveState,
  next: Parameters<PageSaves['writeVersion']>[0],
): Promise<number> {
  const { page_id, version, stored_versions } = current;
  const newer = isStoredInFull(version, stored_versions.length) ? undefined : next.page_content;
  const previous = {
    page_id,
    version,
    item_id: current.item_id,
    page_title: current.page_title,
    author_uid: current.author_uid,
    author_username: current.author_username,
    addtime: current.addtime,
    page_comments: current.page_comments,
    ...(await encodeText(current.page_content, newer)),
  };
  const trimPlan = planTrim([previous, ...stored_versions], current.max_versions);
  const needsNoRewrite = trimPlan.storedInFull.length === 0;
  const saved = await pageSaveRepository(db).writeVersion(
    next,
    previous,
    needsNoRewrite ? trimPlan.drop : [],
  );
  if (!needsNoRewrite) await applyTrim(db, grant, page_id, trimPlan);
  return saved;
}
