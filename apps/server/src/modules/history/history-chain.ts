import type { ItemGrant } from '../../access/grant.ts';
import { decodeText, encodeText } from './history-codec.ts';
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
  const decoded: DecodedVersion[] = [];
  let newer = '';
  for (const row of await pageHistoryRepository(db).listChain(grant, pageId, downTo)) {
    newer = row.page_content ?? (await decodeText(row, newer));
    decoded.push({ ...row, page_content: newer });
  }
  return decoded;
}

/** Deletes trimmed versions. Remaining versions that are deltas to a deleted one are first stored in full. */
export async function applyTrim(
  db: Connection,
  grant: ItemGrant,
  pageId: number,
  { drop, storedInFull }: ReturnType<typeof planTrim>,
): Promise<void> {
  const chain = await readChain(db, grant, pageId, Math.min(...storedInFull));
  for (const { version, page_content } of chain)
    if (storedInFull.includes(version))
      await pageHistoryRepository(db).replaceEncoding(
        pageId,
        version,
        await encodeText(page_content, undefined),
      );
  await pageHistoryRepository(db).delete(pageId, drop);
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
