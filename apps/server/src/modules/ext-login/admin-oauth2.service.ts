import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { backchannelLogout } from '@octavo/contract/ext-login.contract';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import type { Cipher } from '../../secrets.ts';
import { invalidateSettings } from '../setting/invalidate-settings.ts';
import { savedBy } from '../setting/saved-by.ts';
import { mergeForm, isBlank } from '../setting/merge-form.ts';
import type { Oauth2Form } from '../setting/setting.ts';
import { createProviderClient } from './oauth2-http.ts';
import { ForbiddenAddressError } from './provider-address.policy.ts';
import { toProvider, defaultRedirectUri } from './oauth2-client.ts';
import { discover, DiscoveryError } from './oidc-discovery.ts';
import { diagnoseProvider } from './provider-diagnostics.ts';
import { parseDiscovery, preferredClientAuth, providerPrefix } from './provider.policy.ts';
import { externalIdentityRepository } from './external-identity.repository.ts';
import { settingRepository } from '../setting/setting.repository.ts';

type AdminSetting = Calls['adminSetting'];

const SECRETS = { secrets: ['client_secret'] } as const;

type SentForm = CallRequest<AdminSetting['testOauth2']>['oauth2_form'];

function mergeProvider(stored: Oauth2Form, sent: SentForm, cipher: Cipher): Oauth2Form {
  // The fields that determine which server receives the secret.
  const destination =
    (sent.kind ?? stored.kind) === 'oidc'
      ? (['issuer', 'kind'] as const)
      : (['host', 'protocol', 'token_path', 'kind'] as const);
  return mergeForm(stored, sent, { ...SECRETS, destination }, cipher);
}

export async function loadOauth2Config(ctx: Ctx<AdminSetting['loadOauth2Config']['access']>) {
  const { config } = ctx.deps;
  const { oauth2_open, oauth2_form, oauth2_saved } = await settingRepository(ctx.db).load();
  const { client_secret, ...form } = oauth2_form;
  return {
    oauth2_open,
    own_redirect: defaultRedirectUri(config),
    own_logout: `${config.publicUrl.origin}${backchannelLogout.path}`,
    oauth2_form: { ...form, has_client_secret: client_secret !== '' },
    oauth2_saved,
  };
}

const originOf = (address: string) => URL.parse(address)?.origin;

/**
 * A provider that is switched between OAuth2 and OpenID Connect keeps its users if it is the same server and their id is
 * `sub` in both: returns the old and the new beginning of the stored ids.
 */
function renamedPrefix(before: Oauth2Form, after: Oauth2Form): [string, string] | undefined {
  const [oauth2, oidc] = before.kind === 'oauth2' ? [before, after] : [after, before];
  const isSwitch = oauth2.kind === 'oauth2' && oidc.kind === 'oidc';
  const isSameServer = originOf(`${oauth2.protocol}://${oauth2.host}`) === originOf(oidc.issuer);
  const isSub = oauth2.preset === '' && ['', 'sub'].includes(oauth2.id_field);
  return isSwitch && isSameServer && isSub
    ? [providerPrefix(before), providerPrefix(after)]
    : undefined;
}

export async function saveOauth2Config(
  ctx: Ctx<AdminSetting['saveOauth2Config']['access']>,
  { oauth2_open, oauth2_form }: CallRequest<AdminSetting['saveOauth2Config']>,
) {
  if (oauth2_open === undefined && isBlank(oauth2_form, SECRETS))
    throw new AppError('invalidRequest', { field: 'body' });
  const current = await settingRepository(ctx.db).loadForUpdate();
  ctx.note({ was: { ...current }, secrets: ['oauth2_form.client_secret', 'oauth2_form.ca'] });
  const form =
    oauth2_form && mergeProvider(current.oauth2_form, oauth2_form, ctx.deps.settingCipher);
  await settingRepository(ctx.db).save({
    ...(oauth2_open !== undefined && { oauth2_open }),
    ...(form && { oauth2_form: form }),
    oauth2_saved: savedBy(ctx),
  });
  const prefixes = form && renamedPrefix(current.oauth2_form, form);
  if (prefixes) await externalIdentityRepository(ctx.db).renamePrefix('oauth2', ...prefixes);
  invalidateSettings(ctx, ctx);
  return {};
}

export async function testOauth2(
  ctx: Ctx<AdminSetting['testOauth2']['access']>,
  { oauth2_form }: CallRequest<AdminSetting['testOauth2']>,
) {
  const { settingCipher: cipher, config } = ctx.deps;
  const current = (await settingRepository(ctx.db).load()).oauth2_form;
  return diagnoseProvider(toProvider(mergeProvider(current, oauth2_form, cipher), cipher, config));
}

export async function checkOidc(
  { deps }: Ctx<AdminSetting['checkOidc']['access']>,
  { issuer, ca }: CallRequest<AdminSetting['checkOidc']>,
) {
  const allowedAddresses = deps.config.oauth2AllowedAddresses;
  try {
    const metadata = await discover({ issuer, ca, allowedAddresses });
    return {
      fault: '' as const,
      issuer: metadata.issuer,
      client_auth: preferredClientAuth(metadata),
      has_logout: metadata['backchannel_logout_supported'] === true,
    };
  } catch (error) {
    if (!(error instanceof DiscoveryError)) throw error;
    const { fault, foundIssuer } = error;
    return { fault, issuer: foundIssuer, client_auth: 'body' as const, has_logout: false };
  }
}

export async function discoverOauth2(
  { deps }: Ctx<AdminSetting['discoverOauth2']['access']>,
  { issuer, ca }: CallRequest<AdminSetting['discoverOauth2']>,
) {
  const url = new URL(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`);
  const allowedAddresses = deps.config.oauth2AllowedAddresses;
  const response = await createProviderClient({ ca, allowedAddresses })({ url }).catch((error) => {
    throw new AppError(error instanceof ForbiddenAddressError ? 'localProvider' : 'providerDown');
  });
  const form = response.status === 200 ? parseDiscovery(issuer, response.text) : undefined;
  if (!form) throw new AppError('providerRefused');
  return form;
}
