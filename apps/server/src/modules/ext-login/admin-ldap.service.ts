import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { invalidateSettings } from '../setting/invalidate-settings.ts';
import { savedBy } from '../setting/saved-by.ts';
import { mergeForm, isBlank } from '../setting/merge-form.ts';
import { toLdapDirectory } from './ldap-login.ts';
import { diagnoseLdap } from './ldap-diagnostics.ts';
import { settingRepository } from '../setting/setting.repository.ts';

type AdminSetting = Calls['adminSetting'];

const LDAP_SECRETS = {
  secrets: ['bind_password'],
  destination: ['host', 'port', 'security'],
} as const;

export async function loadLdapConfig({ db }: Ctx<AdminSetting['loadLdapConfig']['access']>) {
  const { ldap_open, ldap_form, ldap_saved } = await settingRepository(db).load();
  const { bind_password, ...form } = ldap_form;
  return { ldap_open, ldap_form: { ...form, has_bind_password: bind_password !== '' }, ldap_saved };
}

export async function saveLdapConfig(
  ctx: Ctx<AdminSetting['saveLdapConfig']['access']>,
  { ldap_open, ldap_form }: CallRequest<AdminSetting['saveLdapConfig']>,
) {
  if (ldap_open === undefined && isBlank(ldap_form, LDAP_SECRETS))
    throw new AppError('invalidRequest', { field: 'body' });
  const current = await settingRepository(ctx.db).loadForUpdate();
  ctx.note({ was: { ...current }, secrets: ['ldap_form.bind_password', 'ldap_form.ca'] });
  const cipher = ctx.deps.settingCipher;
  await settingRepository(ctx.db).save({
    ...(ldap_open !== undefined && { ldap_open }),
    ...(ldap_form && {
      ldap_form: mergeForm(current.ldap_form, ldap_form, LDAP_SECRETS, cipher),
    }),
    ldap_saved: savedBy(ctx),
  });
  invalidateSettings(ctx, ctx);
  return {};
}

/** Runs the steps of an LDAP login one by one, so that an administrator sees which step fails. */
export async function testLdap(
  ctx: Ctx<AdminSetting['testLdap']['access']>,
  { ldap_form, username, password }: CallRequest<AdminSetting['testLdap']>,
) {
  const current = await settingRepository(ctx.db).load();
  const cipher = ctx.deps.settingCipher;
  const form = mergeForm(current.ldap_form, ldap_form, LDAP_SECRETS, cipher);
  const directory = toLdapDirectory(form, current.directory_form, cipher);
  return diagnoseLdap(directory, { username, password });
}
