import { randomBytes } from 'node:crypto';
import type { Work } from '../../http/context.ts';
import { fileKeysIn } from './file-name.policy.ts';
import { assertQuota } from './upload.service.ts';

/** Pages per statement. */
const CHUNK = 200;

/**
 * Gives a copied item its own files: new rows for the same objects, so that deleting a file of the original item does
 * not affect the copy. The page contents are changed to the URLs of the new files.
 */
export async function ownFiles(
  ctx: Parameters<typeof assertQuota>[0],
  work: Work,
  itemId: number,
): Promise<void> {
  const { itemFiles } = work.repos;
  const files = await itemFiles.holdOfItem(itemId);
  if (files.length === 0) return;
  await assertQuota(
    ctx,
    work,
    files.reduce((bytes, file) => bytes + file.file_size, 0),
  );
  const keyOf = new Map(
    files.map(({ file_key }) => [file_key, randomBytes(16).toString('hex')] as const),
  );
  const copies = files.map(({ file_id, file_key }) => ({
    file_id,
    file_key: keyOf.get(file_key) ?? '',
  }));
  await itemFiles.copy(itemId, ctx.viewer.uid, copies);
  const pageIds = await itemFiles.listPages(itemId);
  for (let at = 0; at < pageIds.length; at += CHUNK) {
    const texts = await itemFiles.listTexts(pageIds.slice(at, at + CHUNK));
    const changed = texts.map(({ page_id, ...text }) => {
      const keys = fileKeysIn(text.page_content).filter((key) => keyOf.has(key));
      const renamed = (old: string) =>
        keys.reduce((now, key) => now.replaceAll(key, keyOf.get(key) ?? key), old);
      return {
        page_id,
        page_content: renamed(text.page_content),
        body_lc: renamed(text.body_lc),
      };
    });
    await itemFiles.setTexts(changed);
  }
}
