import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { forgetSettings } from '../setting/admin-setting.service.ts';
import type { LdapForm } from '../setting/setting.ts';
import { askDirectory, directorySteps } from './ask-directory.ts';
import type { DirectoryStep } from './ask-directory.ts';
import { faultOf } from './fault.ts';
import type { Fault } from './fault.ts';
import { openDirectory } from './directory-login.ts';

type AdminSetting = Calls['adminSetting'];

export async function loadLdapConfig({ repos }: Ctx<AdminSetting['loadLdapConfig']['access']>) {
  const { ldap_open, ldap_form } = await repos.settings.load();
  const { bind_password, ...form } = ldap_form;
  return { ldap_open, ldap_form: { ...form, has_bind_password: bind_password !== '' } };
}

/** A password that was left empty stays as it is. */
async function withPassword(
  { repos, deps }: Pick<Ctx, 'repos' | 'deps'>,
  sent: CallRequest<AdminSetting['testLdap']>['ldap_form'],
): Promise<LdapForm> {
  const { ldap_form } = await repos.settings.load();
  const { bind_password } = sent;
  return {
    ...sent,
    bind_password:
      bind_password === '' ? ldap_form.bind_password : deps.settingSealer.seal(bind_password),
  };
}

export async function saveLdapConfig(
  ctx: Ctx<AdminSetting['saveLdapConfig']['access']>,
  { ldap_open, ldap_form }: CallRequest<AdminSetting['saveLdapConfig']>,
) {
  if (ldap_open === undefined && !ldap_form)
    throw new AppError('invalidRequest', { field: 'body' });
  await ctx.repos.settings.save({
    ...(ldap_open !== undefined && { ldap_open }),
    ...(ldap_form && { ldap_form: await withPassword(ctx, ldap_form) }),
  });
  forgetSettings(ctx);
  return {};
}

/** The way of a login, step by step, so that an administrator sees where it ends. */
export async function testLdap(
  ctx: Ctx<AdminSetting['testLdap']['access']>,
  { ldap_form, username, password }: CallRequest<AdminSetting['testLdap']>,
) {
  const form = await withPassword(ctx, ldap_form);
  let at: DirectoryStep = directorySteps[0];
  let fault: Fault | '' = '';
  const begun = performance.now();
  const person = await askDirectory(
    openDirectory(form, ctx.deps.settingSealer),
    { username, password },
    (step) => {
      at = step;
    },
  ).catch((error: unknown) => {
    fault = faultOf(error);
    // Without a bind the first to notice is the search.
    if (fault !== 'refused') at = directorySteps[0];
    return undefined;
  });
  const reached = directorySteps.indexOf(at);
  return {
    steps: directorySteps.slice(0, reached + 1).map((step, index) => ({
      step,
      is_fine: index < reached || person !== undefined,
      fault: index === reached ? fault : '',
    })),
    milliseconds: Math.round(performance.now() - begun),
    username: person?.username ?? '',
    name: person?.name ?? '',
  };
}
