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

/** Who owns a thing of this kind; a kind without a line here has no door yet. */
const owners: Partial<
  Record<OwnedKind, (repos: Repositories, id: number, uid: number) => Promise<number | undefined>>
> = {
  device: (repos, id) => repos.devices.findOwner(id),
  template: (repos, id) => repos.templates.findOwner(id),
  itemGroup: (repos, id) => repos.itemGroups.findOwner(id),
  // An announcement is everybody's, so it matters who asks.
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
 * A task shows and does what needs the right to edit, so it ends with that right. Archived and
 * imported items keep their tasks: exporting from them is allowed too.
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
  // Not found and not yours are one answer: nobody learns which ids exist.
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

/** A binding by what the call names it with. */
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

/** The administrator needs no grant: what they see is not the item, but what was done to it. */
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

/** Some calls concern no item when none is named; then a login is enough. */
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

/** The key and the token open one item; what else is named must lie in it. */
function tokenDoor(
  comer: Comer,
  { right, ids }: Extract<Access, { who: 'itemToken' }>,
  input: Fields,
  house: House,
): Promise<ItemGrant> {
  const named = { ...input, item_id: comer.tokenItem };
  return itemDoor(comer, { right, ids: [...ids, 'item_id'] }, named, house, undefined);
}

/** The only maker of grants. A kind of access without a door stops the server at start. */
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

/** A second item in one call: where something is copied from or moved to. */
export function admitToItem(
  comer: Comer,
  right: ItemRight,
  itemId: number,
  house: House,
  frozen?: Call['frozen'],
): Promise<ItemGrant> {
  return itemDoor(comer, { right, ids: ['item_id'] }, { item_id: itemId }, house, frozen);
}
