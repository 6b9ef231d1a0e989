import type { Calls } from '@octavo/contract';
import type { BulkAction, SkippedUser } from '@octavo/contract/admin.entities';
import type { CallRequest } from '@octavo/contract/define-call';
import { ADMIN_GROUP, AUDITOR_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { endAllAccess, invalidateAccount } from '../account/end-sessions.ts';
import { deviceRepository } from '../account/device.repository.ts';
import { pageLockRepository } from '../page/page-lock.repository.ts';
import { addMembersAsAdmin, lockTeamAsAdmin, membersAmong } from '../team/add-members-as-admin.ts';
import { adminUserRepository } from './admin-user.repository.ts';
import type { AccountStateRow } from './admin-user.repository.ts';

type AdminUser = Calls['adminUser'];

/** The group that an action gives; undefined for the actions that do not change the role. */
const NEW_GROUP: Partial<Record<BulkAction, number>> = {
  makeAdministrator: ADMIN_GROUP,
  makeAuditor: AUDITOR_GROUP,
  makeUser: USER_GROUP,
};

/** Why an action does not apply to an account; undefined if it applies. */
function skipReason(
  action: BulkAction,
  { uid, groupid, is_disabled, has_sessions }: AccountStateRow,
  { callerUid, members }: { readonly callerUid: number; readonly members: ReadonlySet<number> },
): SkippedUser['reason'] | undefined {
  if (action === 'addToTeam') {
    if (is_disabled) return 'disabled';
    return members.has(uid) ? 'member' : undefined;
  }
  if (action === 'endSessions') return has_sessions ? undefined : 'unchanged';
  if (action === 'enable') return is_disabled ? undefined : 'unchanged';
  if (uid === callerUid) return 'self';
  if (action === 'disable') {
    if (groupid === ADMIN_GROUP) return 'administrator';
    return is_disabled ? 'unchanged' : undefined;
  }
  if (groupid === NEW_GROUP[action]) return 'unchanged';
  // A disabled administrator could not log in, and administrators cannot be enabled.
  return action !== 'makeUser' && is_disabled ? 'disabled' : undefined;
}

function requireTeam(teamId: number | undefined): number {
  if (teamId === undefined) throw new AppError('invalidRequest', { field: 'team_id' });
  return teamId;
}

/** Separates the accounts to which the action applies from the others. */
async function sortUsers(
  { db, viewer }: Pick<Ctx<AdminUser['changeUsers']['access']>, 'db' | 'viewer'>,
  { uids, action, team_id }: CallRequest<AdminUser['changeUsers']>,
) {
  const found = await adminUserRepository(db).listStates(uids, viewer.device_id);
  const members = action === 'addToTeam' ? await membersAmong(db, requireTeam(team_id), uids) : [];
  const known = { callerUid: viewer.uid, members: new Set(members) };
  const applicable: AccountStateRow[] = [];
  const skipped: SkippedUser[] = [];
  for (const user of found) {
    const reason = skipReason(action, user, known);
    if (reason) skipped.push({ uid: user.uid, username: user.username, reason });
    else applicable.push(user);
  }
  const foundUids = new Set(found.map(({ uid }) => uid));
  for (const uid of uids)
    if (!foundUids.has(uid)) skipped.push({ uid, username: '', reason: 'unknown' });
  return { applicable, skipped };
}

export async function previewChange(
  ctx: Ctx<AdminUser['previewChange']['access']>,
  input: CallRequest<AdminUser['previewChange']>,
) {
  const { applicable, skipped } = await sortUsers(ctx, input);
  return { applicable: applicable.length, skipped };
}

/** Applies an action to several accounts in one transaction. A repeated request finds nothing to change. */
export async function changeUsers(
  ctx: Ctx<AdminUser['changeUsers']['access']>,
  input: CallRequest<AdminUser['changeUsers']>,
) {
  const { action } = input;
  if (action === 'addToTeam') return addToTeam(ctx, input);
  const adminUsers = adminUserRepository(ctx.db);
  const groupid = NEW_GROUP[action];
  if (groupid !== undefined) await adminUsers.lockRoles();
  await adminUsers.lockAccounts(input.uids);
  const { applicable, skipped } = await sortUsers(ctx, input);
  const uids = applicable.map(({ uid }) => uid);
  if (uids.length > 0) {
    if (groupid === undefined) await changeState(ctx, action, uids);
    else await changeRoles(ctx, groupid, uids);
  }
  ctx.note({ each: applicable.map((user) => toNote(action, user)) });
  for (const uid of uids) invalidateAccount(ctx, ctx, uid);
  return { changed: uids.length, skipped };
}

/** Locks the team before the accounts, as its owner does who adds members. */
async function addToTeam(
  ctx: Ctx<AdminUser['changeUsers']['access']>,
  input: CallRequest<AdminUser['changeUsers']>,
) {
  const teamId = requireTeam(input.team_id);
  const owner = await lockTeamAsAdmin(ctx, teamId);
  const { applicable, skipped } = await sortUsers(ctx, input);
  const uids = applicable.map(({ uid }) => uid);
  await addMembersAsAdmin(ctx, ctx, { teamId, owner, uids });
  ctx.note({ each: uids.map((uid) => ({ as: 'teamMember.save', subject_uid: uid })) });
  return { changed: uids.length, skipped };
}

async function changeRoles(ctx: Pick<Ctx, 'db'>, groupid: number, uids: readonly number[]) {
  const adminUsers = adminUserRepository(ctx.db);
  // The caller is never among the accounts, but another administrator may have just revoked the caller's role.
  if (groupid !== ADMIN_GROUP && !(await adminUsers.hasOtherAdmin(...uids)))
    throw new AppError('lastAdministrator');
  await adminUsers.setGroup(uids, groupid);
}

/** Disabling and enabling both end all sessions. */
async function changeState(
  { db, viewer }: Pick<Ctx<AdminUser['changeUsers']['access']>, 'db' | 'viewer'>,
  action: BulkAction,
  uids: readonly number[],
) {
  if (action !== 'endSessions')
    await adminUserRepository(db).setDisabled(uids, action === 'disable');
  const others = uids.filter((uid) => uid !== viewer.uid);
  if (others.length > 0) await endAllAccess(db, ...others);
  // The session of the call itself stays.
  if (others.length < uids.length)
    await deviceRepository(db).revokeOthers(viewer.uid, viewer.device_id);
  if (action === 'disable') await pageLockRepository(db).releaseByUser(...uids);
}

function toNote(action: BulkAction, { uid, groupid, is_disabled }: AccountStateRow) {
  const newGroup = NEW_GROUP[action];
  if (newGroup !== undefined)
    return {
      as: 'adminUser.setRole',
      subject_uid: uid,
      facts: { groupid: newGroup },
      was: { groupid },
    };
  if (action === 'endSessions') return { as: 'adminUser.revokeDevices', subject_uid: uid };
  const isDisabling = action === 'disable';
  return {
    as: isDisabling ? 'adminUser.disableAccount' : 'adminUser.enableAccount',
    subject_uid: uid,
    facts: { is_disabled: isDisabling },
    was: { is_disabled },
  };
}
