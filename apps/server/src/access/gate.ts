import type { Access, ItemRight, OwnedKind } from '@octavo/contract/access';
import type { Call } from '@octavo/contract/define-call';
import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { AppError } from '../app-error.ts';
import type { Repositories } from '../db/repositories.ts';
import type { BindingGrant, ItemGrant, OwnGrant, TeamGrant } from './grant.ts';
import { itemDoor } from './item-door.ts';
import type { Comer, House } from './item-door.ts';
import type { Viewer } from './viewer.ts';

type Fields = Readonly<Record<string, unknown>>;
type ItemAccess = Extract<Access, { who: 'item' }>;
type Door = (comer: Comer, call: Call, input: Fields, house: House) => Promise<unknown>;

/** Finds the owner of an object by its kind. `assertGuarded` rejects calls whose kind is missing here. */
const owners: Partial<
  Record<OwnedKind, (repos: Repositories, id: number, uid: number) => Promise<number | undefined>>
> = {
  device: (repos, id) => repos.devices.findOwner(id),
  template: (repos, id) => repos.templates.findOwner(id),
  itemGroup: (repos, id) => repos.itemGroups.findOwner(id),
  // An announcement has many readers, so the query depends on the caller.
  notice: (repos, id, uid) => repos.notices.findReader(id, uid),
  teamMember: (repos, id) => repos.teamMembers.findOwner(id),
  attachment: (repos, id) => repos.library.findOwner(id),
  task: async (repos, id) => (await repos.tasks.findOwner(id))?.uid,
};

function assertUser(viewer: Viewer) {
  if (viewer.kind !== 'user') throw new AppError('loginNeeded');
  return viewer;
}

/**
 * Tasks read and change content with the right to edit, so a task is only accessible while its owner has that
 * right. Tasks of archived and imported items stay accessible, because exporting these items is allowed.
 */
async function assertStillEdits(comer: Comer, taskId: number, house: House): Promise<void> {
  const task = await house.repos.tasks.findOwner(taskId);
  if (task && task.item_id > 0) await admitToItem(comer, 'edit', task.item_id, house, 'copies');
}

async function ownDoor(
  comer: Comer,
  access: Extract<Access, { who: 'ownerOf' }>,
  input: Fields,
  house: House,
): Promise<OwnGrant> {
  const { uid } = assertUser(comer.viewer);
  const id = input[access.id] as number;
  // Missing objects and objects of other users give the same error, so that ids cannot be probed.
  if ((await owners[access.kind]?.(house.repos, id, uid)) !== uid) throw new AppError('notFound');
  if (access.kind === 'task') await assertStillEdits(comer, id, house);
  return { kind: access.kind, id } as OwnGrant;
}

async function teamDoor(
  viewer: Viewer,
  { id }: Extract<Access, { who: 'team' }>,
  input: Fields,
  { teams }: Repositories,
): Promise<TeamGrant> {
  const { uid } = assertUser(viewer);
  const teamId = input[id] as number;
  if ((await teams.findOwner(teamId)) !== uid) throw new AppError('notFound');
  return { teamId } as TeamGrant;
}

/** Finds a team's binding to an item by the ids that the call declares. */
function findBinding(
  { by, ids }: Extract<Access, { who: 'binding' }>,
  input: Fields,
  { teamItems }: Repositories,
) {
  const [first = 0, second = 0] = ids.map((id) => input[id] as number);
  if (by === 'pair') return teamItems.findPair(first, second);
  return by === 'teamItem' ? teamItems.find(first) : teamItems.findOfPart(first);
}

async function bindingDoor(
  viewer: Viewer,
  access: Extract<Access, { who: 'binding' }>,
  input: Fields,
  repos: Repositories,
): Promise<BindingGrant> {
  const { uid } = assertUser(viewer);
  const found = await findBinding(access, input, repos);
  if (!found || (found.team_uid !== uid && found.item_uid !== uid)) throw new AppError('notFound');
  return {
    teamItemId: found.team_item_id,
    teamId: found.team_id,
    itemId: found.item_id,
  } as BindingGrant;
}

/** Administrators need no grant, because these calls return audit entries and not the content of the item. */
async function adminOrOwnerDoor(
  comer: Comer,
  { id }: Extract<Access, { who: 'adminOrOwner' }>,
  input: Fields,
  house: House,
): Promise<ItemGrant | undefined> {
  if (assertUser(comer.viewer).groupid === ADMIN_GROUP) return undefined;
  if (input[id] === undefined) throw new AppError('forbidden');
  return itemDoor(comer, { right: 'own', ids: [id] }, input, house, undefined);
}

/** Calls with optional item ids only require a login if none of the ids is present. */
async function namedItemDoor(
  comer: Comer,
  access: ItemAccess,
  input: Fields,
  house: House,
  frozen: Call['frozen'],
): Promise<ItemGrant | undefined> {
  const isNamed = access.ids.some((id) => Boolean(input[id]));
  if (isNamed || access.otherwise === undefined)
    return itemDoor(comer, access, input, house, frozen);
  assertUser(comer.viewer);
  return undefined;
}

/** An item's key and token give access to that item only; all other ids of the request must belong to it. */
function tokenDoor(
  comer: Comer,
  { right, ids }: Extract<Access, { who: 'itemToken' }>,
  input: Fields,
  house: House,
): Promise<ItemGrant> {
  const named = { ...input, item_id: comer.tokenItem };
  return itemDoor(comer, { right, ids: [...ids, 'item_id'] }, named, house, undefined);
}

/** Only these guards create grants. The server does not start if a call declares an access without a guard. */
const doors: Partial<Record<Access['who'], Door>> = {
  anyone: async () => undefined,
  user: async ({ viewer }) => {
    assertUser(viewer);
  },
  admin: async ({ viewer }) => {
    if (assertUser(viewer).groupid !== ADMIN_GROUP) throw new AppError('forbidden');
  },
  ownerOf: (comer, { access }, input, house) =>
    ownDoor(comer, access as Extract<Access, { who: 'ownerOf' }>, input, house),
  team: ({ viewer }, { access }, input, { repos }) =>
    teamDoor(viewer, access as Extract<Access, { who: 'team' }>, input, repos),
  binding: ({ viewer }, { access }, input, { repos }) =>
    bindingDoor(viewer, access as Extract<Access, { who: 'binding' }>, input, repos),
  itemToken: (comer, { access }, input, house) =>
    tokenDoor(comer, access as Extract<Access, { who: 'itemToken' }>, input, house),
  adminOrOwner: (comer, { access }, input, house) =>
    adminOrOwnerDoor(comer, access as Extract<Access, { who: 'adminOrOwner' }>, input, house),
  item: (comer, { access, frozen, withoutEdit }, input, house) =>
    namedItemDoor(comer, access as ItemAccess, input, house, frozen).catch((error: unknown) => {
      const isRefused = error instanceof AppError && error.refusal === 'forbidden';
      throw isRefused && withoutEdit ? new AppError(withoutEdit) : error;
    }),
};

export function assertHasDoor({ path, access }: Call): void {
  const open = access.who === 'ownerOf' ? owners[access.kind] : doors[access.who];
  if (!open) throw new Error(`${path}: nothing guards access "${access.who}"`);
}

export async function passGate(
  comer: Comer,
  call: Call,
  input: Fields,
  house: House,
): Promise<unknown> {
  const door = doors[call.access.who];
  if (!door) throw new AppError('forbidden');
  return door(comer, call, input, house);
}

/** Authorizes a second item of a call, such as the source of a copy or the target of a move. */
export function admitToItem(
  comer: Comer,
  right: ItemRight,
  itemId: number,
  house: House,
  frozen?: Call['frozen'],
): Promise<ItemGrant> {
  return itemDoor(comer, { right, ids: ['item_id'] }, { item_id: itemId }, house, frozen);
}
