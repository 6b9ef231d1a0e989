import { ADMIN_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Connection } from '../../db/connect.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { endAllAccess, invalidateAccount } from '../account/end-sessions.ts';
import { changeStates, recordChanges, stateChange } from '../directory-sync/apply-changes.ts';
import type { AccountSource } from '../directory-sync/apply-changes.ts';
import type { KnownAccount } from '../directory-sync/directory-account.repository.ts';
import { mappedRole } from '../directory-sync/role.policy.ts';
import { newEmail, usernameError } from '../directory-sync/sync-plan.ts';
import { externalIdentityRepository } from '../ext-login/external-identity.repository.ts';
import {
  identityNote,
  isReplaced,
  linkIdentity,
  unlinkIdentity,
} from '../ext-login/external-identity.ts';
import { adminUserRepository } from '../user/admin-user.repository.ts';
import { addressesOf, emailOf, nameOf, subjectOf, userNameOf } from './account.policy.ts';
import { followGroups } from './follow-groups.ts';
import { loginIdentity } from './login-identity.ts';
import type { LoginIdentity } from './login-identity.ts';
import { applyOperations } from './patch.policy.ts';
import type { Operation } from './patch.policy.ts';
import { readResource, without } from './resource.policy.ts';
import type { Resource } from './resource.policy.ts';
import { USER } from './schemas.ts';
import { inChange, sourceOf } from './scim-context.ts';
import type { ScimContext } from './scim-context.ts';
import { conflict, invalidValue, notFound, Rejection } from './scim-error.ts';
import { scimRejectionRepository } from './scim-rejection.repository.ts';
import { scimUserRepository } from './scim-user.repository.ts';
import type { LocalAccount, ScimUserRow, ScimUserValues } from './scim-user.repository.ts';

type Precondition = (row: ScimUserRow) => void;

/** Runs a change in one transaction. A rejection is recorded after the rollback, for the console. */
async function inUserChange<T>(ctx: ScimContext, act: (work: UnitOfWork) => Promise<T>) {
  try {
    return await inChange(ctx, act);
  } catch (error) {
    if (error instanceof Rejection) {
      const { uid, reason, userName } = error;
      await scimRejectionRepository(ctx.deps.db).record(uid, reason, userName);
    }
    throw error;
  }
}

/** The attributes with columns of their own, and all others. */
function toValues(resource: Resource): ScimUserValues {
  const user_name = userNameOf(resource);
  const external_id = typeof resource['externalId'] === 'string' ? resource['externalId'] : null;
  return {
    user_name,
    user_name_key: usernameKey(user_name),
    external_id,
    emails: addressesOf(resource),
    attributes: ['userName', 'externalId', 'active'].reduce(without, resource),
  };
}

/** The attributes that a client may change, as it sees them. */
const toResource = ({ user_name, external_id, attributes, is_active }: ScimUserRow): Resource => ({
  userName: user_name,
  ...(external_id !== null && { externalId: external_id }),
  ...attributes,
  active: is_active,
});

/**
 * How the login provider of the settings knows a person. The settings are read before a transaction: in one, each
 * request would wait for a second connection.
 */
async function identityReader({ deps }: ScimContext) {
  const settings = await deps.settings.get();
  return (resource: Resource) =>
    loginIdentity(settings, subjectOf(resource, settings.scim_form.subject));
}

async function loadUser(db: Connection, id: string): Promise<ScimUserRow> {
  const row = await scimUserRepository(db).find(id);
  if (!row) throw notFound('User', id);
  return row;
}

export const getUser = ({ deps }: ScimContext, id: string) => loadUser(deps.db, id);

/**
 * SCIM neither links nor changes the account of an administrator: who has the token could log in as the administrator by
 * another identity.
 */
const administratorStays = (uid: number, userName: string) =>
  new Rejection(
    { uid, reason: 'administrator', userName },
    403,
    'The account of this person is one of an administrator, which SCIM does not change. Take the role away in the console first, then send the request again.',
  );

function toRejection(
  { uid, reason, is_administrator }: LocalAccount,
  { user_name }: ScimUserValues,
): Rejection {
  if (is_administrator) return administratorStays(uid, user_name);
  const what = reason === 'usernameTaken' ? 'username' : 'verified mail address';
  return new Rejection(
    { uid, reason, userName: user_name },
    409,
    `Another account of this site has this ${what}, and it is not taken over. An administrator can allow the link in the console, under Identity, SCIM. Then send the request again.`,
  );
}

/**
 * The existing account that a new user gets: that of the same person at the login provider, by the immutable id there,
 * or one that an administrator has allowed to link.
 */
async function findAccount(
  db: Connection,
  values: ScimUserValues,
  email: string,
  identity: LoginIdentity | undefined,
): Promise<{ readonly uid: number; readonly isAllowed: boolean } | undefined> {
  const known = identity && (await externalIdentityRepository(db).find(identity.kind, identity.id));
  const locals = await scimUserRepository(db).findLocalAccounts(values, email, known?.uid);
  const [first] = locals;
  if (!first) return known && { uid: known.uid, isAllowed: false };
  const isOne = locals.every(({ uid }) => uid === first.uid);
  const allowed = locals.find(({ is_allowed }) => is_allowed);
  if (known || !isOne || !allowed) throw toRejection(first, values);
  return { uid: first.uid, isAllowed: true };
}

async function insertAccount(
  work: UnitOfWork,
  source: AccountSource,
  scimId: string,
  { user_name, user_name_key }: ScimUserValues,
  resource: Resource,
): Promise<number> {
  const error = usernameError(user_name);
  if (error === 'usernameReserved') throw invalidValue('This userName is reserved on this site.');
  if (error)
    throw invalidValue(
      'A userName has 2 to 64 letters, digits, dots, hyphens, underscores or @. Map another attribute to userName.',
    );
  const [added] = await source.accounts(work.db).insert([
    {
      external_id: scimId,
      username: user_name,
      username_key: user_name_key,
      name: nameOf(resource),
      email: emailOf(resource),
    },
  ]);
  if (!added) throw conflict('Another request has just created this user.');
  await recordChanges(work, source, [
    {
      action: 'adminUser.createUser',
      subject_uid: added.uid,
      facts: { name: nameOf(resource), email: emailOf(resource) },
    },
  ]);
  return added.uid;
}

/** Locks an account before it is linked or changed. A role that is given meanwhile waits. */
async function lockAccount(db: Connection, uid: number, userName: string): Promise<void> {
  // The order of locks of every change of roles.
  await adminUserRepository(db).lockRoles();
  const account = await adminUserRepository(db).lockAccount(uid);
  if (account?.groupid === ADMIN_GROUP) throw administratorStays(uid, userName);
  // The request is answered by success now, or by a rejection that is recorded anew.
  await scimRejectionRepository(db).settle(uid);
}

async function linkAccount(
  work: UnitOfWork,
  source: AccountSource,
  scimId: string,
  { user_name }: ScimUserValues,
  { uid, isAllowed }: { readonly uid: number; readonly isAllowed: boolean },
): Promise<number> {
  const { db } = work;
  const users = scimUserRepository(db);
  await lockAccount(db, uid, user_name);
  if (await users.isProvisioned(uid))
    throw conflict('The account of this person belongs to another SCIM user.');
  await externalIdentityRepository(db).insert('scim', scimId, uid, user_name);
  await users.takeOverSync(uid);
  const isEnabled = isAllowed && (await users.enable(uid));
  await recordChanges(work, source, [
    {
      action: 'adminUser.linkIdentity',
      subject_uid: uid,
      facts: { kind: 'scim', external_id: scimId, external_username: user_name, was: {} },
    },
    ...(isEnabled ? [stateChange(uid, false)] : []),
  ]);
  invalidateAccount(work, source, uid);
  return uid;
}

/** Writes the identity by which the person will log in, so that the login finds this account. */
async function linkLogin(
  work: UnitOfWork,
  source: AccountSource,
  uid: number,
  identity: LoginIdentity | undefined,
): Promise<void> {
  if (!identity) return;
  const { kind, id } = identity;
  const owner = await externalIdentityRepository(work.db).find(kind, id);
  if (owner?.uid === uid) return;
  if (owner) throw conflict('The login of this person belongs to another account.');
  const previous = await linkIdentity(work.db, uid, { kind, id, username: '' }, { replace: true });
  const { facts, was } = identityNote(kind, previous, { id, username: '' });
  await recordChanges(work, source, [
    { action: 'adminUser.linkIdentity', subject_uid: uid, facts: { ...facts, was } },
  ]);
  if (!isReplaced(previous, id)) return;
  await endAllAccess(work.db, uid);
  invalidateAccount(work, source, uid);
}

async function findKnown(
  db: Connection,
  source: AccountSource,
  uid: number,
): Promise<KnownAccount> {
  const [account] = await source.accounts(db).findByUids([uid]);
  if (!account) throw conflict('The account of this user has just been deleted.');
  return account;
}

/** Disables the account; a role that a group has given ends with it. */
async function disable(
  work: UnitOfWork,
  source: AccountSource,
  account: KnownAccount,
): Promise<void> {
  const { uid, username, groupid: was } = account;
  const roles =
    account.given_groupid === null
      ? []
      : [{ uid, username, was, ...mappedRole(account, USER_GROUP) }];
  await changeStates(work, source, { enabled: [], disabled: [uid], roles });
}

/** An account that an administrator has disabled stays disabled. */
async function setActive(
  work: UnitOfWork,
  source: AccountSource,
  { uid, is_active }: ScimUserRow,
  active: unknown,
): Promise<void> {
  if (active === undefined || active === is_active) return;
  const account = await findKnown(work.db, source, uid);
  if (active === false) {
    await disable(work, source, account);
    return;
  }
  if (!account.is_sync_disabled) return;
  await changeStates(work, source, { enabled: [uid], disabled: [], roles: [] });
  await followGroups(work, source, [uid]);
}

async function updateAccount(
  work: UnitOfWork,
  source: AccountSource,
  uid: number,
  resource: Resource,
): Promise<void> {
  const account = await findKnown(work.db, source, uid);
  const change = {
    uid,
    external_username: userNameOf(resource),
    name: nameOf(resource) || account.name,
    email: newEmail(account, { email: emailOf(resource) }),
  };
  await source.accounts(work.db).update([change]);
  const { name, email } = change;
  if (name === account.name && email === account.email) return;
  const was = {
    ...(name !== account.name && { name: account.name }),
    ...(email !== account.email && { email: account.email }),
  };
  await recordChanges(work, source, [
    { action: 'adminUser.updateUser', subject_uid: uid, facts: { name, email, was } },
  ]);
  invalidateAccount(work, source, uid);
}

export async function createUser(ctx: ScimContext, body: unknown): Promise<ScimUserRow> {
  const resource = readResource(USER, body);
  const values = toValues(resource);
  const identity = (await identityReader(ctx))(resource);
  const source = sourceOf(ctx);
  const scimId = randomUUID();
  return inUserChange(ctx, async (work) => {
    const users = scimUserRepository(work.db);
    if (await users.findByUserName(values.user_name_key))
      throw conflict('A user with this userName exists.');
    const found = await findAccount(work.db, values, emailOf(resource), identity);
    const uid = found
      ? await linkAccount(work, source, scimId, values, found)
      : await insertAccount(work, source, scimId, values, resource);
    if (!(await users.insert(scimId, values)))
      throw conflict('Another request has just created this user.');
    const row = await loadUser(work.db, scimId);
    await setActive(work, source, row, resource['active']);
    if (found) {
      await updateAccount(work, source, uid, resource);
      // Teams and roles of a group of the LDAP directory end.
      await followGroups(work, source, [uid]);
    }
    await linkLogin(work, source, uid, identity);
    return loadUser(work.db, scimId);
  });
}

async function changeUser(
  ctx: ScimContext,
  id: string,
  check: Precondition,
  change: (resource: Resource) => Resource,
): Promise<ScimUserRow> {
  const source = sourceOf(ctx);
  const identityOf = await identityReader(ctx);
  return inUserChange(ctx, async (work) => {
    const { db } = work;
    const users = scimUserRepository(db);
    if (!(await users.lock(id, 'update'))) throw notFound('User', id);
    const row = await loadUser(db, id);
    check(row);
    const before = toResource(row);
    const resource = change(before);
    if (isDeepStrictEqual(before, resource)) return row;
    await lockAccount(db, row.uid, row.user_name);
    const values = toValues(resource);
    if (
      values.user_name_key !== usernameKey(row.user_name) &&
      (await users.findByUserName(values.user_name_key))
    )
      throw conflict('A user with this userName exists.');
    const email = emailOf(resource);
    if (email.toLowerCase() !== emailOf(before).toLowerCase())
      await assertFreeEmail(db, values, email, row.uid);
    await setActive(work, source, row, resource['active']);
    if (isDeepStrictEqual(without(before, 'active'), without(resource, 'active')))
      return loadUser(db, id);
    await users.update(id, values);
    await updateAccount(work, source, row.uid, resource);
    await linkLogin(work, source, row.uid, identityOf(resource));
    return loadUser(db, id);
  });
}

async function assertFreeEmail(db: Connection, values: ScimUserValues, email: string, uid: number) {
  const locals = await scimUserRepository(db).findLocalAccounts(values, email, uid);
  if (locals.some(({ reason }) => reason === 'emailTaken'))
    throw conflict(
      'Another account of this site has verified this mail address. Correct the address, or remove it from that account.',
    );
}

/** Attributes that are not sent are removed, except `active`. */
export async function replaceUser(
  ctx: ScimContext,
  id: string,
  body: unknown,
  check: Precondition,
) {
  const sent = readResource(USER, body);
  return changeUser(ctx, id, check, ({ active }) => ({ active, ...sent }));
}

export async function patchUser(
  ctx: ScimContext,
  id: string,
  operations: readonly Operation[],
  check: Precondition,
) {
  return changeUser(ctx, id, check, (resource) => applyOperations(USER, resource, id, operations));
}

/** Disables the account and ends its identities; no account is deleted. */
export async function deleteUser(ctx: ScimContext, id: string, check: Precondition): Promise<void> {
  const source = sourceOf(ctx);
  const identityOf = await identityReader(ctx);
  await inUserChange(ctx, async (work) => {
    const { db } = work;
    const users = scimUserRepository(db);
    await users.lockGroups(id);
    if (!(await users.lock(id, 'delete'))) throw notFound('User', id);
    const row = await loadUser(db, id);
    check(row);
    const { uid, user_name } = row;
    await lockAccount(db, uid, user_name);
    await setActive(work, source, row, false);
    await users.leaveGroups(id);
    await followGroups(work, source, [uid]);
    await externalIdentityRepository(db).delete('scim', uid);
    const identity = identityOf(toResource(row));
    const owner =
      identity && (await externalIdentityRepository(db).find(identity.kind, identity.id));
    const login = owner?.uid === uid ? identity : undefined;
    if (login) await unlinkIdentity(db, uid, login.kind);
    const ended = [
      { kind: 'scim', id, username: user_name },
      ...(login ? [{ ...login, username: '' }] : []),
    ];
    await recordChanges(
      work,
      source,
      ended.map(({ kind, id: external_id, username }) => ({
        action: 'adminUser.unlinkIdentity',
        subject_uid: uid,
        facts: {
          kind,
          external_id: '',
          external_username: '',
          was: { external_id, external_username: username },
        },
      })),
    );
    invalidateAccount(work, source, uid);
  });
}
