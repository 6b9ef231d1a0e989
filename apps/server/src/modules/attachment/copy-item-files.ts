import { randomBytes } from 'node:crypto';
import type { UnitOfWork } from '../../http/context.ts';
import { extractFileKeys } from '../storage/file-name.policy.ts';
import { assertQuota } from './upload.service.ts';
import { itemFileRepository } from './item-files.repository.ts';

/** Pages per statement. */
const BATCH_SIZE = 200;

/**
 * Gives a copied item its own files: new rows for the same objects, so that deleting a file of the original item does
 * not affect the copy. The page contents are changed to the URLs of the new files.
 */
export async function copyItemFiles(
  ctx: Parameters<typeof assertQuota>[0],
  work: UnitOfWork,
  itemId: number,
): Promise<void> {
  const itemFiles = itemFileRepository(work.db);
  const files = await itemFiles.lockByItem(itemId);
  if (files.length === 0) return;
  await assertQuota(
    ctx,
    work,
    files.reduce((bytes, file) => bytes + file.file_size, 0),
  );
  const newKeys = new Map(
    files.map(({ file_key }) => [file_key, randomBytes(16).toString('hex')] as const),
  );
  const copies = files.map(({ file_id, file_key }) => ({
    file_id,
    file_key: newKeys.get(file_key) ?? '',
  }));
  await itemFiles.copy(itemId, ctx.viewer.uid, copies);
  const pageIds = await itemFiles.listPageIds(itemId);
  for (let offset = 0; offset < pageIds.length; offset += BATCH_SIZE) {
    const texts = await itemFiles.listTexts(pageIds.slice(offset, offset + BATCH_SIZE));
    const updatedTexts = texts.map(({ page_id, ...text }) => {
      const keys = extractFileKeys(text.page_content).filter((key) => newKeys.has(key));
      const replaceKeys = (old: string) =>
        keys.reduce((now, key) => now.replaceAll(key, newKeys.get(key) ?? key), old);
      return {
        page_id,
        page_content: replaceKeys(text.page_content),
        body_lc: replaceKeys(text.body_lc),
      };
    });
    await itemFiles.setTexts(updatedTexts);
  }
}
