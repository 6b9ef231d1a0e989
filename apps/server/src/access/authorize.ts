import type { Access, ItemRight, OwnedKind } from '@octavo/contract/access';
import type { Call } from '@octavo/contract/define-call';
import { ADMIN_GROUP, mayReadConsole } from '@octavo/contract/user-group';
import { AppError } from '../app-error.ts';
import type { ItemGrant, OwnedId, OwnerGrant, TeamGrant, TeamLinkGrant } from './grant.ts';
import { itemGuard } from './item-guard.ts';
import type { AccessSubject, AccessDeps } from './item-guard.ts';
import { assertNoItemLimit, assertScope } from './token-limits.ts';
import type { Viewer } from './viewer.ts';
import type { Connection } from '../db/connect.ts';
import { accessTokenRepository } from '../modules/account/access-token.repository.ts';
import { deviceRepository } from '../modules/account/device.repository.ts';
import { templateRepository } from '../modules/template/template.repository.ts';
import { itemGroupRepository } from '../modules/item-group/item-group.repository.ts';
import { noticeRepository } from '../modules/notice/notice.repository.ts';
import { teamMemberRepository } from '../modules/team/team-member.repository.ts';
import { libraryRepository } from '../modules/attachment/library.repository.ts';
import { passkeyRepository } from '../modules/account/passkey.repository.ts';
import { pageDraftRepository } from '../modules/page/page-draft.repository.ts';
import { taskRepository } from '../modules/task/task.repository.ts';
import { teamRepository } from '../modules/team/team.repository.ts';
import { teamItemRepository } from '../modules/team/team-item.repository.ts';

type Fields = Readonly<Record<string, unknown>>;
type ItemAccess = Extract<Access, { who: 'item' }>;
type Guard = (
  subject: AccessSubject,
  call: Call,
  input: Fields,
  deps: AccessDeps,
) => Promise<unknown>;

/** Finds the owner of an object by its kind. `assertGuarded` rejects calls whose kind is missing here. */
const ownerFinders: {
  readonly [K in OwnedKind]?: (
    db: Connection,
    id: OwnedId<K>,
    uid: number,
  ) => Promise<number | undefined>;
} = {
  device: (db, id) => deviceRepository(db).findOwner(id),
  template: (db, id) => templateRepository(db).findOwner(id),
  itemGroup: (db, id) => itemGroupRepository(db).findOwner(id),
  // An announcement has many readers, so the query depends on the caller.
  notice: (db, id, uid) => noticeRepository(db).findReader(id, uid),
  teamMember: (db, id) => teamMemberRepository(db).findOwner(id),
  attachment: (db, id) => libraryRepository(db).findOwner(id),
  task: async (db, id) => (await taskRepository(db).findOwner(id))?.uid,
  passkey: (db, id) => passkeyRepository(db).findOwner(id),
  accessToken: (db, id) => accessTokenRepository(db).findOwner(id),
  draft: (db, id, uid) => pageDraftRepository(db).findOwner(uid, id),
};

function assertUser(viewer: Viewer) {
  if (viewer.kind !== 'user') throw new AppError('loginNeeded');
  return viewer;
}

/**
 * Tasks read and change content with the right to edit, so a task is only accessible while its owner has that
 * right. Tasks of archived and imported items stay accessible, because exporting these items is allowed.
 */
async function assertCanStillEdit(
  subject: AccessSubject,
  taskId: number,
  deps: AccessDeps,
): Promise<void> {
  const task = await taskRepository(deps.db).findOwner(taskId);
  if (task && task.item_id > 0) await authorizeItem(subject, 'edit', task.item_id, deps, 'copies');
  else assertNoItemLimit(subject.viewer, {});
}

async function ownerGuard(
  subject: AccessSubject,
  access: Extract<Access, { who: 'ownerOf' }>,
  input: Fields,
  deps: AccessDeps,
): Promise<OwnerGrant> {
  const { uid } = assertUser(subject.viewer);
  const { kind } = access;
  const id = input[access.id];
  // The contract ensures that the id has the type of its kind.
  const findOwner = ownerFinders[kind] as
    | ((db: Connection, id: unknown, uid: number) => Promise<number | undefined>)
    | undefined;
  // Missing objects and objects of other users give the same error, so that ids cannot be probed.
  if ((await findOwner?.(deps.db, id, uid)) !== uid) throw new AppError('notFound');
  if (kind === 'task') await assertCanStillEdit(subject, id as number, deps);
  return { kind, id } as OwnerGrant;
}

async function teamGuard(
  viewer: Viewer,
  { id }: Extract<Access, { who: 'team' }>,
  input: Fields,
  db: Connection,
): Promise<TeamGrant> {
  const { uid } = assertUser(viewer);
  const teamId = input[id] as number;
  if ((await teamRepository(db).findOwner(teamId)) !== uid) throw new AppError('notFound');
  return { teamId } as TeamGrant;
}

/** Finds the link between a team and an item by the ids that the call declares. */
function findTeamLink(
  { by, ids }: Extract<Access, { who: 'teamLink' }>,
  input: Fields,
  db: Connection,
) {
  const teamItems = teamItemRepository(db);
  const [first = 0, second = 0] = ids.map((id) => input[id] as number);
  if (by === 'pair') return teamItems.findByTeamAndItem(first, second);
  return by === 'teamItem' ? teamItems.find(first) : teamItems.findByMember(first);
}

async function teamLinkGuard(
  viewer: Viewer,
  access: Extract<Access, { who: 'teamLink' }>,
  input: Fields,
  db: Connection,
): Promise<TeamLinkGrant> {
  const { uid } = assertUser(viewer);
  const link = await findTeamLink(access, input, db);
  if (!link || (link.team_uid !== uid && link.item_uid !== uid)) throw new AppError('notFound');
  return {
    teamItemId: link.team_item_id,
    teamId: link.team_id,
    itemId: link.item_id,
  } as TeamLinkGrant;
}

function assertConsoleOpen({ console_refused, must_confirm }: ReturnType<typeof assertUser>) {
  if (console_refused !== undefined)
    throw new AppError('consoleAddressRefused', { address: console_refused });
  if (must_confirm) throw new AppError('consoleConfirmationNeeded');
}

/**
 * The calls of the console. Its networks apply to each request, also of running sessions. A call that asks for a
 * confirmation itself does not need another one first (`checkConfirmation`).
 */
async function consoleGuard(
  viewer: Viewer,
  { reauth }: Pick<Call, 'reauth'>,
  isAllowed: (groupid: number) => boolean,
) {
  const user = assertUser(viewer);
  if (!isAllowed(user.groupid)) throw new AppError('forbidden');
  assertConsoleOpen(reauth ? { ...user, must_confirm: false } : user);
}

/** Auditors and administrators need no grant: these calls return audit entries and not the content of the item. */
async function auditorOrOwnerGuard(
  subject: AccessSubject,
  { id }: Extract<Access, { who: 'auditorOrOwner' }>,
  input: Fields,
  deps: AccessDeps,
): Promise<ItemGrant | undefined> {
  const user = assertUser(subject.viewer);
  if (mayReadConsole(user.groupid)) {
    const isOpen = user.console_refused === undefined && !user.must_confirm;
    if (isOpen) return undefined;
    // An item may still be their own.
    if (input[id] === undefined) assertConsoleOpen(user);
  }
  if (input[id] === undefined) {
    assertNoItemLimit(subject.viewer, {});
    throw new AppError('forbidden');
  }
  return itemGuard(subject, { right: 'own', ids: [id] }, input, deps, undefined);
}

/** Calls with optional item ids only require a login if none of the ids is present. */
async function optionalItemGuard(
  subject: AccessSubject,
  access: ItemAccess,
  input: Fields,
  deps: AccessDeps,
  readOnlyException: Call['readOnlyException'],
): Promise<ItemGrant | undefined> {
  const hasItemId = access.ids.some((id) => Boolean(input[id]));
  if (hasItemId || access.otherwise === undefined)
    return itemGuard(subject, access, input, deps, readOnlyException);
  assertNoItemLimit(assertUser(subject.viewer), {});
  return undefined;
}

/** An item's key and token give access to that item only; all other ids of the request must belong to it. */
function itemTokenGuard(
  subject: AccessSubject,
  { right, ids }: Extract<Access, { who: 'itemToken' }>,
  input: Fields,
  deps: AccessDeps,
): Promise<ItemGrant> {
  const inputWithItem = { ...input, item_id: subject.tokenItem };
  return itemGuard(subject, { right, ids: [...ids, 'item_id'] }, inputWithItem, deps, undefined);
}

/** Only these guards create grants. The server does not start if a call declares an access without a guard. */
const guards: Partial<Record<Access['who'], Guard>> = {
  anyone: async () => undefined,
  user: async ({ viewer }) => {
    assertUser(viewer);
  },
  admin: ({ viewer }, call) => consoleGuard(viewer, call, (groupid) => groupid === ADMIN_GROUP),
  auditor: ({ viewer }, call) => consoleGuard(viewer, call, mayReadConsole),
  ownerOf: (subject, { access }, input, deps) =>
    ownerGuard(subject, access as Extract<Access, { who: 'ownerOf' }>, input, deps),
  team: ({ viewer }, { access }, input, { db }) =>
    teamGuard(viewer, access as Extract<Access, { who: 'team' }>, input, db),
  teamLink: ({ viewer }, { access }, input, { db }) =>
    teamLinkGuard(viewer, access as Extract<Access, { who: 'teamLink' }>, input, db),
  itemToken: (subject, { access }, input, deps) =>
    itemTokenGuard(subject, access as Extract<Access, { who: 'itemToken' }>, input, deps),
  auditorOrOwner: (subject, { access }, input, deps) =>
    auditorOrOwnerGuard(subject, access as Extract<Access, { who: 'auditorOrOwner' }>, input, deps),
  item: (subject, { access, readOnlyException, editDeniedError }, input, deps) =>
    optionalItemGuard(subject, access as ItemAccess, input, deps, readOnlyException).catch(
      (error: unknown) => {
        const isForbidden = error instanceof AppError && error.errorName === 'forbidden';
        throw isForbidden && editDeniedError ? new AppError(editDeniedError) : error;
      },
    ),
};

/** Access that concerns an item, or a task that may have one: the guard itself checks the items of a token. */
const concernsItem = (access: Access): boolean =>
  ['item', 'itemToken', 'auditorOrOwner'].includes(access.who) ||
  (access.who === 'ownerOf' && access.kind === 'task');

/** The rules of scopes that hold for every call. */
function assertScopeFits({ path, access, kind, reauth, scope }: Call): void {
  const isConsole = access.who === 'admin' || access.who === 'auditor';
  if (scope !== 'none' && isConsole !== (scope === 'admin'))
    throw new Error(`${path}: calls for administrators, and only these, have the scope admin`);
  if (scope !== 'none' && ((reauth && reauth !== 'recent') || access.who === 'itemToken'))
    throw new Error(`${path}: a token cannot replace a password or the key of an item`);
  if (scope === 'read' && kind === 'command')
    throw new Error(`${path}: the scope read changes nothing`);
}

export function assertGuarded(call: Call): void {
  const { path, access, kind } = call;
  assertScopeFits(call);
  const guard = access.who === 'ownerOf' ? ownerFinders[access.kind] : guards[access.who];
  if (!guard) throw new Error(`${path}: no guard for access "${access.who}"`);
  if (access.who === 'auditor' && kind === 'command')
    throw new Error(`${path}: auditors change nothing, so a command needs another access`);
}

export async function authorize(
  subject: AccessSubject,
  call: Call,
  input: Fields,
  deps: AccessDeps,
): Promise<unknown> {
  const guard = guards[call.access.who];
  if (!guard) throw new AppError('forbidden');
  assertScope(subject.viewer, call);
  if (!concernsItem(call.access)) assertNoItemLimit(subject.viewer, call);
  return guard(subject, call, input, deps);
}

/** Authorizes a second item of a call, such as the source of a copy or the target of a move. */
export function authorizeItem(
  subject: AccessSubject,
  right: ItemRight,
  itemId: number,
  deps: AccessDeps,
  readOnlyException?: Call['readOnlyException'],
): Promise<ItemGrant> {
  return itemGuard(
    subject,
    { right, ids: ['item_id'] },
    { item_id: itemId },
    deps,
    readOnlyException,
  );
}
