import type { ItemGrant } from '../../access/grant.ts';
import type { Repositories } from '../../db/repositories.ts';
import { trim } from './history-chain.ts';
import { encodeText, standsWhole } from './history-codec.ts';
import { trimHistory } from './history-trim.policy.ts';

type PageSaves = Repositories['pageSaves'];

/** A page row that is locked until the transaction ends. */
export type HeldPage = NonNullable<Awaited<ReturnType<Repositories['pages']['hold']>>>;
/** Further data a save has read about the page. */
export type Known = Awaited<ReturnType<PageSaves['read']>>;

/** Writes the next version of a locked page, stores the current one in the history and trims the oldest versions. */
export async function writeVersion(
  repos: Repositories,
  grant: ItemGrant,
  now: HeldPage & Known,
  next: Parameters<PageSaves['write']>[0],
): Promise<number> {
  const { page_id, version, kept } = now;
  const newer = standsWhole(version, kept.length) ? undefined : next.page_content;
  const former = {
    page_id,
    version,
    item_id: now.item_id,
    page_title: now.page_title,
    author_uid: now.author_uid,
    author_username: now.author_username,
    addtime: now.addtime,
    page_comments: now.page_comments,
    ...(await encodeText(now.page_content, newer)),
  };
  const gone = trimHistory([former, ...kept], now.most);
  const isPlain = gone.whole.length === 0;
  const saved = await repos.pageSaves.write(next, former, isPlain ? gone.drop : []);
  if (!isPlain) await trim(repos, grant, page_id, gone);
  return saved;
}
