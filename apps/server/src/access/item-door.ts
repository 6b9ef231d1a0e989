import type { Access } from '@octavo/contract/access';
import type { Call } from '@octavo/contract/define-call';
import { AppError } from '../app-error.ts';
import type { Repositories } from '../db/repositories.ts';
import type { Cached } from '../live/cached.ts';
import type { ItemGrant } from './grant.ts';
import type { ItemHead, ItemHeads } from './item-heads.ts';
import type { PageHead } from './page-heads.ts';
import { covers, isOpen } from './scope.ts';
import type { Scope } from './scope.ts';
import { standingIn } from './standing.ts';
import type { Standing } from './standing.ts';
import type { Viewer } from './viewer.ts';

type Fields = Readonly<Record<string, unknown>>;
type ItemAccess = Extract<Access, { who: 'item' }>;

/** Data sources of the guards. */
export interface House {
  readonly repos: Repositories;
  readonly itemHeads: ItemHeads;
  readonly pageHeads: Cached<PageHead | undefined>;
  readonly settings: { get(): Promise<{ readonly login_required: boolean }> };
}

/** The caller whose access is checked, with their visit passes and item token. */
export interface Comer {
  readonly viewer: Viewer;
  /** The password version of the caller's valid visit pass for this item. */
  visitPass(itemId: number): number | undefined;
  /** The item whose key and token the request carries. */
  readonly tokenItem?: number | undefined;
}

interface Target {
  readonly head: ItemHead;
  /** The first-level catalog of the requested page or catalog; undefined for the item itself. */
  readonly topCatId: number | undefined;
}

/** Finds the item that an id belongs to; undefined for unknown, deleted and malformed ids. */
async function follow(field: string, value: unknown, house: House): Promise<Target | undefined> {
  if (field === 'item_id') {
    const head = await house.itemHeads.find(value as number | string);
    return head && { head, topCatId: undefined };
  }
  const place =
    field === 'page_id'
      ? await house.pageHeads.get(Number(value))
      : await house.repos.catalogs.findPlace(Number(value));
  const head = place && (await house.itemHeads.get(place.item_id));
  return head && { head, topCatId: place.top_cat_id };
}

/** The first id, which is the most specific, determines the item. All other ids must belong to the same item. */
async function locate(ids: readonly string[], input: Fields, house: House): Promise<Target> {
  const given = ids.filter((field) => Boolean(input[field]));
  const [decisive, ...others] = given;
  const target = decisive && (await follow(decisive, input[decisive], house));
  if (!target) throw new AppError('notFound');
  for (const field of others) {
    const other = await follow(field, input[field], house);
    if (other?.head.item_id !== target.head.item_id) throw new AppError('notFound');
  }
  return target;
}

function reaches(scope: Scope, { topCatId }: Target): boolean {
  return topCatId === undefined ? isOpen(scope) : covers(scope, topCatId);
}

function assertView(standing: Standing, target: Target): void {
  if (!isOpen(standing.view)) throw new AppError('visitPasswordNeeded');
  // Content outside the catalogs of a member is reported as not found.
  if (!reaches(standing.view, target)) throw new AppError('notFound');
}

function assertEdit(standing: Standing, target: Target, scope: Scope): void {
  assertView(standing, target);
  if (reaches(scope, target)) return;
  throw new AppError(reaches(standing.narrow, target) ? 'itemArchived' : 'forbidden');
}

function assertOwner(standing: Standing): void {
  if (!standing.owner) throw new AppError('notManager');
}

const READ_ONLY_TYPE = 3;

/** The right `own` also applies to archived items; `manage`, which changes content, does not. */
function assertManage(standing: Standing, { head }: Target): void {
  assertOwner(standing);
  if (head.item_type === READ_ONLY_TYPE) throw new AppError('notManager');
  if (head.is_archived) throw new AppError('itemArchived');
}

async function standingOf(
  head: ItemHead,
  { viewer, visitPass }: Comer,
  itemHeads: ItemHeads,
): Promise<Standing> {
  const uid = viewer.kind === 'user' ? viewer.uid : undefined;
  const ties = uid === undefined ? [] : await itemHeads.ties(head, uid);
  const hasPass = head.is_private && visitPass(head.item_id) === head.password_version;
  return standingIn(head, uid, ties, hasPass);
}

/** Rejects visitors if the site requires a login. Scripts with an item's key and token are not visitors. */
export async function assertMayVisit(
  { viewer, tokenItem }: Pick<Comer, 'viewer' | 'tokenItem'>,
  { settings }: Pick<House, 'settings'>,
): Promise<void> {
  if (viewer.kind === 'user' || tokenItem !== undefined) return;
  if ((await settings.get()).login_required) throw new AppError('siteNeedsLogin');
}

function editScope({ edit, narrow, copy }: Standing, frozen: Call['frozen']): Scope {
  if (frozen === 'copies') return copy;
  return frozen === 'narrows' ? narrow : edit;
}

/** The only function that creates item grants. */
export async function itemDoor(
  comer: Comer,
  access: Pick<ItemAccess, 'right' | 'ids'>,
  input: Fields,
  house: House,
  frozen: Call['frozen'],
): Promise<ItemGrant> {
  if (access.right !== 'view' && comer.viewer.kind !== 'user') throw new AppError('loginNeeded');
  await assertMayVisit(comer, house);
  const target = await locate(access.ids, input, house);
  const { head } = target;
  const standing = await standingOf(head, comer, house.itemHeads);
  const edit = editScope(standing, frozen);
  if (access.right === 'view') assertView(standing, target);
  else if (access.right === 'edit') assertEdit(standing, target, edit);
  else if (access.right === 'manage') assertManage(standing, target);
  else assertOwner(standing);
  return {
    itemId: head.item_id,
    view: standing.view,
    edit,
    owner: standing.owner,
    archived: head.is_archived === 1,
    itemType: head.item_type,
  } as ItemGrant;
}
