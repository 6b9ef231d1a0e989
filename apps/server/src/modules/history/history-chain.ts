import type { ItemGrant } from '../../access/grant.ts';
import { decodeText, encodeText } from './history-codec.ts';
import { planExpiry } from './history-trim.policy.ts';
import type { planTrim } from './history-trim.policy.ts';
import type { Connection } from '../../db/connect.ts';
import { pageHistoryRepository } from './page-history.repository.ts';

type Chain = Awaited<ReturnType<ReturnType<typeof pageHistoryRepository>['listChain']>>;
type DecodedVersion = Chain[number] & { readonly page_content: string };

/** Decodes the versions from the current one (first) down to `downTo` (0: all); each delta needs the text of the next newer version. */
export async function readChain(
  db: Connection,
  grant: ItemGrant,
  pageId: number,
  downTo: number,
): Promise<DecodedVersion[]> {
  return decodeChain(await pageHistoryRepository(db).listChain(grant, pageId, downTo));
}

async function decodeChain(chain: Chain): Promise<DecodedVersion[]> {
  const decoded: DecodedVersion[] = [];
  let newer = '';
  for (const row of chain) {
    newer = row.page_content ?? (await decodeText(row, newer));
    decoded.push({ ...row, page_content: newer });
  }
  return decoded;
}

type TrimPlan = ReturnType<typeof planTrim>;

/** Deletes trimmed versions. Remaining versions that are deltas to a deleted one are first stored in full. */
export async function applyTrim(
  db: Connection,
  grant: ItemGrant,
  pageId: number,
  trimPlan: TrimPlan,
): Promise<void> {
  const downTo = Math.min(...trimPlan.storedInFull);
  await trim(db, pageId, trimPlan, await readChain(db, grant, pageId, downTo));
}

async function trim(
  db: Connection,
  pageId: number,
  { drop, storedInFull }: TrimPlan,
  chain: readonly DecodedVersion[],
): Promise<void> {
  for (const { version, page_content } of chain)
    if (storedInFull.includes(version))
      await pageHistoryRepository(db).replaceEncoding(
        pageId,
        version,
        await encodeText(page_content, undefined),
      );
  await pageHistoryRepository(db).delete(pageId, drop);
}

/** Deletes the expired versions of a page that the caller has locked; returns their number. */
export async function deleteExpiredVersions(
  db: Connection,
  pageId: number,
  days: number,
): Promise<number> {
  const history = pageHistoryRepository(db);
  const expired = new Set(await history.listExpired(pageId, days));
  const trimPlan = planExpiry(await history.listStored(pageId), expired);
  const { drop, storedInFull } = trimPlan;
  const chain =
    storedInFull.length === 0
      ? []
      : await decodeChain(await history.listWholeChain(pageId, Math.min(...storedInFull)));
  await trim(db, pageId, trimPlan, chain);
  return drop.length;
}

/** Deletes one previous version; the version below it is re-encoded as a delta to the next newer one. */
export async function deleteVersion(
  db: Connection,
  grant: ItemGrant,
  pageId: number,
  version: number,
): Promise<void> {
  const chain = await readChain(db, grant, pageId, 0);
  const at = chain.findIndex((row) => row.version === version);
  const [newer, below] = [chain[at - 1], chain[at + 1]];
  if (at < 1 || !newer) return;
  if (below)
    await pageHistoryRepository(db).replaceEncoding(
      pageId,
      below.version,
      await encodeText(below.page_content, newer.page_content),
    );
  await pageHistoryRepository(db).delete(pageId, [version]);
}
