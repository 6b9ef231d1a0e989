import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { IdentityKind } from '@octavo/contract/login-method.entities';
import { MAX_SCIM_TOKENS, SCIM_PATH, SCIM_TOKEN_PREFIX } from '@octavo/contract/scim';
import { newAccessToken, shownPrefix } from '../../access/access-token.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { hashToken } from '../../secrets.ts';
import { recordChanges } from '../directory-sync/apply-changes.ts';
import type { AccountSource } from '../directory-sync/apply-changes.ts';
import { provisionedAccountRepository } from '../directory-sync/directory-account.repository.ts';
import { directoryMappingRepository } from '../directory-sync/directory-mapping.repository.ts';
import { invalidateSettings } from '../setting/invalidate-settings.ts';
import { savedBy } from '../setting/saved-by.ts';
import type { SiteSettings } from '../setting/setting.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { subjectOf } from './account.policy.ts';
import { followGroups } from './follow-groups.ts';
import { loginIdentity } from './login-identity.ts';
import { scimGroupRepository } from './scim-group.repository.ts';
import { scimMappingRepository } from './scim-mapping.repository.ts';
import { scimRejectionRepository } from './scim-rejection.repository.ts';
import { scimTokenRepository } from './scim-token.repository.ts';
import { scimUserRepository } from './scim-user.repository.ts';

type AdminScim = Calls['adminScim'];

const MAX_REJECTIONS = 100;
const MAX_CHOICES = 20;

export async function loadConfig({ db, deps }: Ctx<AdminScim['loadConfig']['access']>) {
  const { scim_form, scim_saved, ldap_open, oauth2_open } = await settingRepository(db).load();
  return {
    base_url: `${deps.config.publicUrl.origin}${SCIM_PATH}`,
    tokens: await scimTokenRepository(db).list(),
    scim_form,
    scim_saved,
    ldap_open,
    oauth2_open,
    mappings: await scimMappingRepository(db).list(),
    counts: await scimUserRepository(db).count(),
    rejections: await scimRejectionRepository(db).list(MAX_REJECTIONS),
  };
}

type SaveCtx = Ctx<AdminScim['saveConfig']['access']>;

/** The changes of accounts that a save causes are those of the administrator. */
const sourceOf = ({ deps, viewer, client }: SaveCtx): AccountSource => ({
  deps,
  accounts: provisionedAccountRepository,
  facts: {},
  actor: {
    uid: viewer.uid,
    username: viewer.username,
    address: client.address,
    user_agent: client.userAgent,
  },
});

const LINK_BATCH = 1000;

/** Links the people who were provisioned before the login provider was named. Accounts that have an identity keep it. */
async function linkLogins(ctx: SaveCtx, settings: Pick<SiteSettings, 'scim_form' | 'oauth2_form'>) {
  const { login: kind, subject } = settings.scim_form;
  if (kind === 'none') return;
  const users = scimUserRepository(ctx.db);
  for (let after = 0; ;) {
    const batch = await users.listAfter(after, LINK_BATCH);
    const last = batch.at(-1);
    if (!last) return;
    after = last.position;
    const identities = batch.flatMap(({ uid, user_name, external_id, attributes }) => {
      const resource = { ...attributes, userName: user_name, externalId: external_id };
      const identity = loginIdentity(settings, subjectOf(resource, subject));
      return identity ? { uid, external_id: identity.id } : [];
    });
    await recordLinks(ctx, kind, await users.linkMissing(kind, identities));
  }
}

async function recordLinks(
  ctx: SaveCtx,
  kind: IdentityKind,
  linked: readonly { readonly uid: number; readonly external_id: string }[],
) {
  await recordChanges(
    ctx,
    sourceOf(ctx),
    linked.map(({ uid, external_id }) => ({
      action: 'adminUser.linkIdentity',
      subject_uid: uid,
      facts: { kind, external_id, external_username: '', was: { external_id: '' } },
    })),
  );
}

async function saveMappings(
  ctx: SaveCtx,
  mappings: NonNullable<CallRequest<AdminScim['saveConfig']>['mappings']>,
) {
  const { db } = ctx;
  const repository = scimMappingRepository(db);
  const teamIds = [...new Set(mappings.flatMap(({ team_id }) => team_id || []))];
  if ((await directoryMappingRepository(db).findTeams(teamIds)).length !== teamIds.length)
    throw new AppError('invalidRequest', { field: 'mappings' });
  const unique = new Map(mappings.map((each) => [`${each.scim_group_id} ${each.team_id}`, each]));
  const groupIds = mappings.map(({ scim_group_id }) => scim_group_id);
  if ((await repository.findUnknownGroups(groupIds)).length > 0)
    throw new AppError('invalidRequest', { field: 'mappings' });
  const was = await repository.list();
  const changed = await repository.replace([...unique.values()]);
  const accounts = changed.length === 0 ? [] : await repository.listAccounts(changed);
  await followGroups(ctx, sourceOf(ctx), accounts);
  return { was, now: await repository.list() };
}

export async function saveConfig(
  ctx: SaveCtx,
  { scim_form: sent, mappings }: CallRequest<AdminScim['saveConfig']>,
) {
  if (sent === undefined && mappings === undefined)
    throw new AppError('invalidRequest', { field: 'body' });
  const stored = await settingRepository(ctx.db).loadForUpdate();
  const saved = mappings && (await saveMappings(ctx, mappings));
  ctx.note({
    was: { ...stored, ...(saved && { mappings: saved.was }) },
    ...(saved && { facts: { mappings: saved.now } }),
  });
  const changes = Object.entries(sent ?? {}).filter(([, value]) => value !== undefined);
  const scim_form = { ...stored.scim_form, ...Object.fromEntries(changes) };
  if (changes.length > 0) await linkLogins(ctx, { ...stored, scim_form });
  await settingRepository(ctx.db).save({ scim_form, scim_saved: savedBy(ctx) });
  invalidateSettings(ctx, ctx);
  return {};
}

export function listGroups(
  { db }: Ctx<AdminScim['listGroups']['access']>,
  { word }: CallRequest<AdminScim['listGroups']>,
) {
  return scimGroupRepository(db).search(word, MAX_CHOICES);
}

export async function createToken(
  { db, viewer }: Ctx<AdminScim['createToken']['access']>,
  { name }: CallRequest<AdminScim['createToken']>,
) {
  const token = newAccessToken(SCIM_TOKEN_PREFIX);
  const scim_token = await scimTokenRepository(db).insert(
    {
      name,
      prefix: shownPrefix(token, SCIM_TOKEN_PREFIX),
      token_hash: hashToken(token),
      username: viewer.username,
    },
    MAX_SCIM_TOKENS,
  );
  if (!scim_token) throw new AppError('scimTokensFull');
  return { token, scim_token };
}

export async function revokeToken(
  ctx: Ctx<AdminScim['revokeToken']['access']>,
  { id }: CallRequest<AdminScim['revokeToken']>,
) {
  const revoked = await scimTokenRepository(ctx.db).revoke(id);
  if (!revoked) throw new AppError('notFound');
  ctx.note({ facts: { name: revoked.name } });
  return {};
}

export async function allowLink(
  ctx: Ctx<AdminScim['allowLink']['access']>,
  { uid, reason, is_allowed }: CallRequest<AdminScim['allowLink']>,
) {
  const rejection = await scimRejectionRepository(ctx.db).allow(uid, reason, is_allowed);
  if (!rejection) throw new AppError('notFound');
  ctx.note({
    subject_uid: uid,
    facts: { user_name: rejection.user_name },
    was: { is_allowed: rejection.was },
  });
  return {};
}
