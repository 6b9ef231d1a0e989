import type { Calls } from '@octavo/contract';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { fileUrl } from '../storage/file-name.policy.ts';
import { removeFile } from '../attachment/remove-file.ts';
import { storeFile } from '../attachment/upload.service.ts';
import { invalidateSettings } from '../setting/invalidate-settings.ts';
import { savedBy } from '../setting/saved-by.ts';
import type { SiteSettings } from '../setting/setting.ts';
import { attachmentRepository } from '../storage/attachment.repository.ts';
import { settingRepository } from '../setting/setting.repository.ts';

type UploadLogo = Calls['adminSetting']['uploadLogo'];

/** Image types that every browser shows and that cannot contain scripts. */
const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Deletes the uploaded file of the previous logo, which has no other use. */
export async function removeLogoFile(
  work: UnitOfWork,
  ctx: Pick<Ctx, 'deps'>,
  { logo_file }: SiteSettings,
): Promise<void> {
  const file =
    logo_file === 0 ? undefined : await attachmentRepository(work.db).lockFile(logo_file);
  if (file) await removeFile(work, ctx, file);
}

/**
 * The file is public while `logo_file` refers to it. Only this call sets `logo_file`, so entering the URL of a file
 * as the logo does not make that file public.
 */
export async function uploadLogo(ctx: Ctx<UploadLogo['access']>) {
  const { url } = await storeFile(ctx, { field: 'file', types: TYPES }, async (work, file) => {
    const stored = await settingRepository(work.db).loadForUpdate();
    const logo_file = await attachmentRepository(work.db).insert(undefined, file);
    await removeLogoFile(work, ctx, stored);
    const site_logo = fileUrl(file.file_key, file.display_name);
    ctx.note({ facts: { site_logo }, was: { site_logo: stored.site_logo } });
    await settingRepository(work.db).save({ site_logo, logo_file, site_saved: savedBy(ctx) });
    invalidateSettings(work, ctx);
    return logo_file;
  });
  return { site_logo: url };
}
