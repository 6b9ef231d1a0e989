import type { Access, OwnedKind } from '@octavo/contract/access';
import type { Call } from '@octavo/contract/define-call';
import { ADMIN_GROUP } from '@octavo/contract/entities';
import { AppError } from '../app-error.ts';
import type { Repositories } from '../db/repositories.ts';
import type { OwnGrant } from './grant.ts';
import type { Viewer } from './viewer.ts';

type Fields = Readonly<Record<string, unknown>>;
type Door = (viewer: Viewer, access: never, input: Fields, repos: Repositories) => Promise<unknown>;

/** Who owns a thing of this kind; a kind without a line here has no door yet. */
const owners: Partial<
  Record<OwnedKind, (repos: Repositories, id: number) => Promise<number | undefined>>
> = {
  device: (repos, id) => repos.devices.findOwner(id),
};

function assertUser(viewer: Viewer) {
  if (viewer.kind !== 'user') throw new AppError('loginNeeded');
  return viewer;
}

async function ownDoor(
  viewer: Viewer,
  access: Extract<Access, { who: 'ownerOf' }>,
  input: Fields,
  repos: Repositories,
): Promise<OwnGrant> {
  const { uid } = assertUser(viewer);
  const id = input[access.id] as number;
  // Not found and not yours are one answer: nobody learns which ids exist.
  if ((await owners[access.kind]?.(repos, id)) !== uid) throw new AppError('notFound');
  return { kind: access.kind, id } as OwnGrant;
}

/** The only maker of grants. A kind of access without a door stops the server at start. */
const doors: Partial<Record<Access['who'], Door>> = {
  anyone: async () => undefined,
  user: async (viewer) => {
    assertUser(viewer);
  },
  admin: async (viewer) => {
    if (assertUser(viewer).groupid !== ADMIN_GROUP) throw new AppError('forbidden');
  },
  ownerOf: ownDoor,
};

export function assertHasDoor({ path, access }: Call): void {
  const open = access.who === 'ownerOf' ? owners[access.kind] : doors[access.who];
  if (!open) throw new Error(`${path}: nothing guards access "${access.who}"`);
}

export async function passGate(
  call: Call,
  viewer: Viewer,
  input: Fields,
  repos: Repositories,
): Promise<unknown> {
  const door = doors[call.access.who];
  if (!door) throw new AppError('forbidden');
  return door(viewer, call.access as never, input, repos);
}
