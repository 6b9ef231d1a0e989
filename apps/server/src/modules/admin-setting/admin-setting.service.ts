import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { s3ConfigFromSetting } from '../storage/s3-config.ts';
import { s3Storage } from '../storage/s3-storage.ts';
import { probeStorage } from '../storage/probe-storage.ts';
import { MAIL_SECRETS } from '../mail/mailer.ts';
import { mergeForm, isBlank } from '../setting/merge-form.ts';
import { invalidateSettings } from '../setting/invalidate-settings.ts';
import { savedBy } from '../setting/saved-by.ts';
import { removeLogoFile } from './site-logo.service.ts';
import { settingRepository } from '../setting/setting.repository.ts';

type AdminSetting = Calls['adminSetting'];

export async function loadConfig({ db }: Ctx<AdminSetting['loadConfig']['access']>) {
  const settings = await settingRepository(db).load();
  const { secret, secretKey, ...oss } = settings.oss_setting;
  const { password, ...mail } = settings.mail_setting;
  return {
    ...settings,
    mail_setting: { ...mail, has_password: password !== '' },
    oss_setting: { ...oss, has_secret: secret !== '', has_secretKey: secretKey !== '' },
  };
}

/** A cloud store receives signatures, never the secret itself, so no field is a destination. */
const OSS_SECRETS = { secrets: ['secret', 'secretKey'], destination: [] } as const;

const SECRET_FIELDS = [
  'mail_setting.password',
  'oss_setting.key',
  'oss_setting.secret',
  'oss_setting.secretId',
  'oss_setting.secretKey',
];

export async function saveConfig(
  ctx: Ctx<AdminSetting['saveConfig']['access']>,
  { oss_setting, mail_setting, ...sent }: CallRequest<AdminSetting['saveConfig']>,
) {
  const cipher = ctx.deps.settingCipher;
  const isEmpty = Object.values(sent).every((value) => value === undefined);
  if (isEmpty && isBlank(oss_setting, OSS_SECRETS) && isBlank(mail_setting, MAIL_SECRETS))
    throw new AppError('invalidRequest', { field: 'body' });
  const stored = await settingRepository(ctx.db).loadForUpdate();
  ctx.note({ was: { ...stored }, secrets: SECRET_FIELDS });
  const change = {
    ...sent,
    ...(oss_setting && {
      oss_setting: mergeForm(stored.oss_setting, oss_setting, OSS_SECRETS, cipher),
    }),
    ...(mail_setting && {
      mail_setting: mergeForm(stored.mail_setting, mail_setting, MAIL_SECRETS, cipher),
    }),
  };
  const changes = Object.entries(change).filter(([, value]) => value !== undefined);
  const isStorageChanged = change.oss_open !== undefined || oss_setting !== undefined;
  const next = { ...stored, ...Object.fromEntries(changes) };
  // With an incomplete configuration files would silently stay in the local store.
  if (isStorageChanged && next.oss_open && !s3ConfigFromSetting(next.oss_setting, () => ''))
    throw new AppError('invalidRequest', { field: 'oss_setting.bucket' });
  if (sent.site_logo !== undefined && sent.site_logo !== stored.site_logo) {
    await removeLogoFile(ctx, ctx, stored);
    changes.push(['logo_file', 0]);
  }
  // The banner has its own form, with its own time of the last save.
  const form = changes.every(([name]) => name.startsWith('banner_'))
    ? 'banner_saved'
    : 'site_saved';
  await settingRepository(ctx.db).save({ ...Object.fromEntries(changes), [form]: savedBy(ctx) });
  invalidateSettings(ctx, ctx);
  return {};
}

export async function testStorage(
  ctx: Ctx<AdminSetting['testStorage']['access']>,
  { oss_setting }: CallRequest<AdminSetting['testStorage']>,
) {
  const stored = (await settingRepository(ctx.db).load()).oss_setting;
  const cipher = ctx.deps.settingCipher;
  const setting = mergeForm(stored, oss_setting, OSS_SECRETS, cipher);
  const s3Config = s3ConfigFromSetting(setting, (encrypted) => cipher.decrypt(encrypted) ?? '');
  if (!s3Config) throw new AppError('invalidRequest', { field: 'oss_setting.bucket' });
  const result = await probeStorage(s3Storage(s3Config));
  return { is_fine: result.fault === '', ...result };
}
