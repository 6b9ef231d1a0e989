import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { placeOfSetting } from '../attachment/storage/s3-place.ts';
import { s3Storage } from '../attachment/storage/s3-storage.ts';
import { tryStorage } from '../attachment/storage/try-storage.ts';
import { withMailPassword } from '../mail/admin-mail.service.ts';
import type { OssSetting } from './setting.ts';

type AdminSetting = Calls['adminSetting'];
type SentOss = CallRequest<AdminSetting['testStorage']>['oss_setting'];

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

/** Every process, this one too, asks anew from now on. */
export function forgetSettings(ctx: Pick<Ctx, 'afterCommit' | 'deps'>): void {
  ctx.afterCommit(() => ctx.deps.bus.publish('setting', 'all'));
}

/** What was typed is sealed, what was left empty stays as it is. */
function withSecrets(ctx: Pick<Ctx, 'deps'>, sent: SentOss, present: OssSetting): OssSetting {
  const kept = (name: 'secret' | 'secretKey') =>
    sent[name] === '' ? present[name] : ctx.deps.settingSealer.seal(sent[name]);
  return { ...sent, secret: kept('secret'), secretKey: kept('secretKey') };
}

export async function saveConfig(
  ctx: Ctx<AdminSetting['saveConfig']['access']>,
  { oss_setting, mail_setting, ...sent }: CallRequest<AdminSetting['saveConfig']>,
) {
  const change: Record<string, unknown> = { ...sent };
  if (oss_setting ?? mail_setting) {
    const present = await ctx.repos.settings.load();
    if (oss_setting) change['oss_setting'] = withSecrets(ctx, oss_setting, present.oss_setting);
    if (mail_setting)
      change['mail_setting'] = withMailPassword(ctx, mail_setting, present.mail_setting);
  }
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  if (given.length === 0) throw new AppError('invalidRequest', { field: 'body' });
  await ctx.repos.settings.save(Object.fromEntries(given));
  forgetSettings(ctx);
  return {};
}

export async function testStorage(
  ctx: Ctx<AdminSetting['testStorage']['access']>,
  { oss_setting }: CallRequest<AdminSetting['testStorage']>,
) {
  const present = (await ctx.repos.settings.load()).oss_setting;
  const setting = withSecrets(ctx, oss_setting, present);
  const place = placeOfSetting(setting, (sealed) => ctx.deps.settingSealer.open(sealed) ?? '');
  if (!place) throw new AppError('invalidRequest', { field: 'oss_setting.bucket' });
  const tried = await tryStorage(s3Storage(place));
  return { is_fine: tried.fault === '', ...tried };
}
