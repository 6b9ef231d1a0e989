import { withTransaction } from '../../db/repository.ts';
import type { Deps } from '../../deps.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { invalidatePages } from '../../realtime/invalidate.ts';
import { invalidateSettings } from '../setting/invalidate-settings.ts';
import type { StoredObject } from '../storage/storage.ts';
import { attachmentRepository } from '../storage/attachment.repository.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { pageFileRepository } from '../page/page-file.repository.ts';
import { pictureRepository } from '../picture/picture.repository.ts';

type RemovalContext = Pick<JobContext, 'stores' | 'transaction'>;

/** Builds the context of a job from the dependencies of a request. */
export function toRemovalContext({ db, stores }: Deps): RemovalContext {
  return {
    stores,
    transaction: (work) => withTransaction(db, work),
  };
}

/**
 * Removes an object if no row refers to it. The lock prevents a new row from being inserted meanwhile. While a backup
 * runs the object stays, and the nightly clean-up removes it later.
 */
export async function removeUnusedObject(
  { stores, transaction }: RemovalContext,
  object: StoredObject,
): Promise<void> {
  const storage = await stores.get(object.store);
  await transaction(async (db) => {
    const attachments = attachmentRepository(db);
    if (!(await attachments.mayRemoveObjects())) return;
    await attachments.lockObject(object, 'remove');
    if (!(await attachments.isObjectUsed(object))) await storage.remove(object.object_key);
  });
}

/** Resets the site logo if it was the deleted file. */
async function resetSiteLogo(
  work: UnitOfWork,
  ctx: Pick<Ctx, 'deps'>,
  fileId: number,
): Promise<void> {
  const { logo_file } = await settingRepository(work.db).load();
  if (logo_file !== fileId) return;
  await settingRepository(work.db).save({ site_logo: '', logo_file: 0 });
  invalidateSettings(work, ctx);
}

/**
 * Deletes a locked file: first its row, and after the commit its objects. An object without a row is harmless: the nightly
 * clean-up removes it.
 */
export async function removeFile(
  work: UnitOfWork,
  ctx: Pick<Ctx, 'deps'>,
  file: StoredObject & { readonly file_id: number },
): Promise<void> {
  const { deps } = ctx;
  const pageIds = await pageFileRepository(work.db).listPageIds(file.file_id);
  const objects = [file, ...(await pictureRepository(work.db).listVariants(file.file_id))];
  await attachmentRepository(work.db).delete(file.file_id);
  await resetSiteLogo(work, ctx, file.file_id);
  invalidatePages(work, ctx, pageIds);
  work.afterCommit(() => {
    for (const object of objects)
      removeUnusedObject(toRemovalContext(deps), object).catch((error: unknown) =>
        deps.log.error({ err: error }, 'removing a deleted file from its store failed'),
      );
  });
}
