import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { placeOfSetting } from '../attachment/storage/s3-place.ts';
import { s3Storage } from '../attachment/storage/s3-storage.ts';
import { tryStorage } from '../attachment/storage/try-storage.ts';
import { MAIL_SECRETS } from '../mail/mailer.ts';
import { changedForm, isBlank } from './changed-form.ts';
import { forgetSettings } from './forget-settings.ts';
import { savedBy } from './saved-by.ts';
import { leaveLogo } from './site-logo.service.ts';

type AdminSetting = Calls['adminSetting'];

export async function loadConfig({ repos }: Ctx<AdminSetting['loadConfig']['access']>) {
  const settings = await repos.settings.load();
  const { secret, secretKey, ...oss } = settings.oss_setting;
  const { password, ...mail } = settings.mail_setting;
  return {
    ...settings,
    mail_setting: { ...mail, has_password: password !== '' },
    oss_setting: { ...oss, has_secret: secret !== '', has_secretKey: secretKey !== '' },
  };
}

/** A cloud store receives signatures, never the secret itself, so no field is a destination. */
const OSS_SECRETS = { secrets: ['secret', 'secretKey'], place: [] } as const;

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
  const sealer = ctx.deps.settingSealer;
  const isEmpty = Object.values(sent).every((value) => value === undefined);
  if (isEmpty && isBlank(oss_setting, OSS_SECRETS) && isBlank(mail_setting, MAIL_SECRETS))
    throw new AppError('invalidRequest', { field: 'body' });
  const present = await ctx.repos.settings.hold();
  ctx.note({ was: { ...present }, secrets: SECRET_FIELDS });
  const change = {
    ...sent,
    ...(oss_setting && {
      oss_setting: changedForm(present.oss_setting, oss_setting, OSS_SECRETS, sealer),
    }),
    ...(mail_setting && {
      mail_setting: changedForm(present.mail_setting, mail_setting, MAIL_SECRETS, sealer),
    }),
  };
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const isCloudTouched = change.oss_open !== undefined || oss_setting !== undefined;
  const next = { ...present, ...Object.fromEntries(given) };
  // With an incomplete configuration files would silently stay in the local store.
  if (isCloudTouched && next.oss_open && !placeOfSetting(next.oss_setting, () => ''))
    throw new AppError('invalidRequest', { field: 'oss_setting.bucket' });
  if (sent.site_logo !== undefined && sent.site_logo !== present.site_logo) {
    await leaveLogo(ctx, ctx, present);
    given.push(['logo_file', 0]);
  }
  // The banner has its own form, with its own time of the last save.
  const form = given.every(([name]) => name.startsWith('banner_')) ? 'banner_saved' : 'site_saved';
  await ctx.repos.settings.save({ ...Object.fromEntries(given), [form]: savedBy(ctx) });
  forgetSettings(ctx, ctx);
  return {};
}

export async function testStorage(
  ctx: Ctx<AdminSetting['testStorage']['access']>,
  { oss_setting }: CallRequest<AdminSetting['testStorage']>,
) {
  const present = (await ctx.repos.settings.load()).oss_setting;
  const sealer = ctx.deps.settingSealer;
  const setting = changedForm(present, oss_setting, OSS_SECRETS, sealer);
  const place = placeOfSetting(setting, (sealed) => sealer.open(sealed) ?? '');
  if (!place) throw new AppError('invalidRequest', { field: 'oss_setting.bucket' });
  const tried = await tryStorage(s3Storage(place));
  return { is_fine: tried.fault === '', ...tried };
}
