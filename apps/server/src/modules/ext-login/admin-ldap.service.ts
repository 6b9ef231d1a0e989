import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { forgetSettings } from '../setting/forget-settings.ts';
import { savedBy } from '../setting/saved-by.ts';
import { changedForm, isBlank } from '../setting/changed-form.ts';
import { openDirectory } from './directory-login.ts';
import { tryDirectory } from './try-directory.ts';

type AdminSetting = Calls['adminSetting'];

const LDAP_SECRETS = {
  secrets: ['bind_password'],
  place: ['host', 'port', 'security'],
} as const;

export async function loadLdapConfig({ repos }: Ctx<AdminSetting['loadLdapConfig']['access']>) {
  const { ldap_open, ldap_form, ldap_saved } = await repos.settings.load();
  const { bind_password, ...form } = ldap_form;
  return { ldap_open, ldap_form: { ...form, has_bind_password: bind_password !== '' }, ldap_saved };
}

export async function saveLdapConfig(
  ctx: Ctx<AdminSetting['saveLdapConfig']['access']>,
  { ldap_open, ldap_form }: CallRequest<AdminSetting['saveLdapConfig']>,
) {
  if (ldap_open === undefined && isBlank(ldap_form, LDAP_SECRETS))
    throw new AppError('invalidRequest', { field: 'body' });
  const present = await ctx.repos.settings.hold();
  ctx.note({ was: { ...present }, secrets: ['ldap_form.bind_password', 'ldap_form.ca'] });
  const sealer = ctx.deps.settingSealer;
  await ctx.repos.settings.save({
    ...(ldap_open !== undefined && { ldap_open }),
    ...(ldap_form && {
      ldap_form: changedForm(present.ldap_form, ldap_form, LDAP_SECRETS, sealer),
    }),
    ldap_saved: savedBy(ctx),
  });
  forgetSettings(ctx, ctx);
  return {};
}

/** Runs the steps of an LDAP login one by one, so that an administrator sees which step fails. */
export async function testLdap(
  ctx: Ctx<AdminSetting['testLdap']['access']>,
  { ldap_form, username, password }: CallRequest<AdminSetting['testLdap']>,
) {
  const present = await ctx.repos.settings.load();
  const sealer = ctx.deps.settingSealer;
  const form = changedForm(present.ldap_form, ldap_form, LDAP_SECRETS, sealer);
  return tryDirectory(openDirectory(form, sealer), { username, password });
}
