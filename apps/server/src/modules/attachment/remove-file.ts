import { repositories } from '../../db/repositories.ts';
import type { Deps } from '../../deps.ts';
import type { Ctx, Work } from '../../http/context.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { forgetPages } from '../page/tell-page.ts';
import { forgetSettings } from '../setting/forget-settings.ts';
import type { StoredObject } from './attachment.repository.ts';

type Dropping = Pick<JobContext, 'stores' | 'transaction'>;

/** What a call has at hand, for the work that a job does as well. */
export function droppingBy({ db, stores }: Deps): Dropping {
  return {
    stores,
    transaction: (work) => db.transaction().execute((trx) => work(repositories(trx))),
  };
}

/**
 * An object goes when no file lies in it any more; none is made for it meanwhile. During a backup it stays,
 * and the nightly clean-up takes it.
 */
export async function dropObject(
  { stores, transaction }: Dropping,
  object: StoredObject,
): Promise<void> {
  const storage = await stores.of(object.store);
  await transaction(async ({ attachments }) => {
    if (!(await attachments.mayRemoveObjects())) return;
    await attachments.lockObject(object, 'remove');
    if (!(await attachments.isObjectUsed(object))) await storage.remove(object.object_key);
  });
}

/** A site whose logo is deleted has none. */
async function forgetLogo(work: Work, ctx: Pick<Ctx, 'deps'>, fileId: number): Promise<void> {
  const { logo_file } = await work.repos.settings.load();
  if (logo_file !== fileId) return;
  await work.repos.settings.save({ site_logo: '', logo_file: 0 });
  forgetSettings(work, ctx);
}

/** A held file is deleted. The row goes first: an object without one is nobody's. */
export async function removeFile(
  work: Work,
  ctx: Pick<Ctx, 'deps'>,
  file: StoredObject & { readonly file_id: number },
): Promise<void> {
  const { deps } = ctx;
  const pageIds = await work.repos.pageFiles.listPages(file.file_id);
  const objects = [file, ...(await work.repos.pictures.listVariants(file.file_id))];
  await work.repos.attachments.delete(file.file_id);
  await forgetLogo(work, ctx, file.file_id);
  forgetPages(work, ctx, pageIds);
  work.afterCommit(() => {
    for (const object of objects)
      dropObject(droppingBy(deps), object).catch((error: unknown) =>
        deps.log.error({ err: error }, 'a deleted file stays in its store'),
      );
  });
}
