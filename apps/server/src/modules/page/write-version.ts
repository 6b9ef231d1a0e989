import type { ItemGrant } from '../../access/grant.ts';
import type { Repositories } from '../../db/repositories.ts';
import { trim } from './history-chain.ts';
import { encodeText, standsWhole } from './history-codec.ts';

type Pages = Repositories['pages'];

/** A page that nobody else writes until the transaction ends. */
export type HeldPage = NonNullable<Awaited<ReturnType<Pages['hold']>>>;

/** Gives a held page its next version; the text before stays as a former one, the oldest make room. */
export async function writeVersion(
  repos: Repositories,
  grant: ItemGrant,
  now: HeldPage & { readonly page_content: string },
  next: Parameters<Pages['saveVersion']>[0],
): Promise<number> {
  const { page_id, version } = now;
  const kept = await repos.pageHistory.listKept(page_id);
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
  const saved = await repos.pages.saveVersion(next, former);
  const { history_version_count } = await repos.settings.load();
  await trim(repos, grant, page_id, [former, ...kept], history_version_count);
  return saved;
}
