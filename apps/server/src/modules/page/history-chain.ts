import type { ItemGrant } from '../../access/grant.ts';
import type { Repositories } from '../../db/repositories.ts';
import { decodeText, encodeText } from './history-codec.ts';
import type { trimHistory } from './history-trim.policy.ts';

type Chain = Awaited<ReturnType<Repositories['pageHistory']['listChain']>>;
type Readable = Chain[number] & { readonly page_content: string };

/** Texts from the present one (the first) down to a version (0: all), each read by the newer one. */
export async function readChain(
  { pageHistory }: Repositories,
  grant: ItemGrant,
  pageId: number,
  downTo: number,
): Promise<Readable[]> {
  const read: Readable[] = [];
  let newer = '';
  for (const row of await pageHistory.listChain(grant, pageId, downTo)) {
    newer = row.page_content ?? (await decodeText(row, newer));
    read.push({ ...row, page_content: newer });
  }
  return read;
}

/** Lets go of what others lean on: those are written whole first, so whatever stays can be read. */
export async function trim(
  repos: Repositories,
  grant: ItemGrant,
  pageId: number,
  { drop, whole }: ReturnType<typeof trimHistory>,
): Promise<void> {
  const chain = await readChain(repos, grant, pageId, Math.min(...whole));
  for (const { version, page_content } of chain)
    if (whole.includes(version))
      await repos.pageHistory.encodeAnew(
        pageId,
        version,
        await encodeText(page_content, undefined),
      );
  await repos.pageHistory.delete(pageId, drop);
}
