import { itemRepository } from './item.repository.ts';
import type { Access } from '@octavo/contract/access';
import type { Call } from '@octavo/contract/define-call';
import { RUN_API_ITEM } from '@octavo/contract/item-type';
import { AppError } from '../app-error.ts';
import type { LoadingCache } from '../realtime/loading-cache.ts';
import type { ItemGrant } from './grant.ts';
import type { ItemMeta, ItemMetaCache } from './item-meta-cache.ts';
import type { PageMeta } from './page-meta-cache.ts';
import { covers, isNonEmpty } from './scope.ts';
import type { Scope } from './scope.ts';
import { resolveRights } from './effective-rights.ts';
import type { EffectiveRights } from './effective-rights.ts';
import { assertItemIncluded } from './token-limits.ts';
import type { Viewer } from './viewer.ts';
import type { Connection } from '../db/connect.ts';

type Fields = Readonly<Record<string, unknown>>;
type ItemAccess = Extract<Access, { who: 'item' }>;

/** Data sources of the guards. */
export interface AccessDeps {
  readonly db: Connection;
  readonly itemMetaCache: ItemMetaCache;
  readonly pageMetaCache: LoadingCache<PageMeta | undefined>;
  readonly settings: { get(): Promise<{ readonly login_required: boolean }> };
}

/** The caller whose access is checked, with their visit passes and item token. */
export interface AccessSubject {
  readonly viewer: Viewer;
  /** The password version of the caller's valid visit pass for this item. */
  visitPass(itemId: number): number | undefined;
  /** The item whose key and token the request carries. */
  readonly tokenItem?: number | undefined;
}

interface AccessTarget {
  readonly meta: ItemMeta;
  /** The first-level catalog of the requested page or catalog; undefined for the item itself. */
  readonly topCatId: number | undefined;
}

/** Finds the item that an id belongs to; undefined for unknown, deleted and malformed ids. */
async function resolveTarget(
  field: string,
  value: unknown,
  deps: AccessDeps,
): Promise<AccessTarget | undefined> {
  if (field === 'item_id') {
    const meta = await deps.itemMetaCache.find(value as number | string);
    return meta && { meta, topCatId: undefined };
  }
  const location =
    field === 'page_id'
      ? await deps.pageMetaCache.get(Number(value))
      : await itemRepository(deps.db).findCatalogLocation(Number(value));
  const meta = location && (await deps.itemMetaCache.get(location.item_id));
  return meta && { meta, topCatId: location.top_cat_id };
}

/** The first id, which is the most specific, determines the item. All other ids must belong to the same item. */
async function findTarget(
  ids: readonly string[],
  input: Fields,
  deps: AccessDeps,
): Promise<AccessTarget> {
  const presentIds = ids.filter((field) => Boolean(input[field]));
  const [primaryId, ...otherIds] = presentIds;
  const target = primaryId && (await resolveTarget(primaryId, input[primaryId], deps));
  if (!target) throw new AppError('notFound');
  for (const field of otherIds) {
    const other = await resolveTarget(field, input[field], deps);
    if (other?.meta.item_id !== target.meta.item_id) throw new AppError('notFound');
  }
  return target;
}

function includesTarget(scope: Scope, { topCatId }: AccessTarget): boolean {
  return topCatId === undefined ? isNonEmpty(scope) : covers(scope, topCatId);
}

function assertView(rights: EffectiveRights, target: AccessTarget): void {
  if (!isNonEmpty(rights.view)) throw new AppError('visitPasswordNeeded');
  // Content outside the catalogs of a member is reported as not found.
  if (!includesTarget(rights.view, target)) throw new AppError('notFound');
}

function assertEdit(rights: EffectiveRights, target: AccessTarget, scope: Scope): void {
  assertView(rights, target);
  if (includesTarget(scope, target)) return;
  throw new AppError(includesTarget(rights.restrict, target) ? 'itemArchived' : 'forbidden');
}

function assertOwner(rights: EffectiveRights): void {
  if (!rights.owner) throw new AppError('notManager');
}

/** The right `own` also applies to archived items; `manage`, which changes content, does not. */
function assertManage(rights: EffectiveRights, { meta }: AccessTarget): void {
  assertOwner(rights);
  if (meta.item_type === RUN_API_ITEM) throw new AppError('notManager');
  if (meta.is_archived) throw new AppError('itemArchived');
}

async function loadRights(
  meta: ItemMeta,
  { viewer, visitPass }: AccessSubject,
  itemMetaCache: ItemMetaCache,
): Promise<EffectiveRights> {
  const uid = viewer.kind === 'user' ? viewer.uid : undefined;
  const memberships = uid === undefined ? [] : await itemMetaCache.memberships(meta, uid);
  const hasVisitPass = meta.is_private && visitPass(meta.item_id) === meta.password_version;
  return resolveRights(meta, uid, memberships, hasVisitPass);
}

/** Rejects visitors if the site requires a login. Scripts with an item's key and token are not visitors. */
export async function assertMayVisit(
  { viewer, tokenItem }: Pick<AccessSubject, 'viewer' | 'tokenItem'>,
  { settings }: Pick<AccessDeps, 'settings'>,
): Promise<void> {
  if (viewer.kind === 'user' || tokenItem !== undefined) return;
  if ((await settings.get()).login_required) throw new AppError('siteNeedsLogin');
}

function editScope(
  { edit, restrict, copy }: EffectiveRights,
  readOnlyException: Call['readOnlyException'],
): Scope {
  if (readOnlyException === 'copies') return copy;
  return readOnlyException === 'narrows' ? restrict : edit;
}

/** The only function that creates item grants. */
export async function itemGuard(
  subject: AccessSubject,
  access: Pick<ItemAccess, 'right' | 'ids'>,
  input: Fields,
  deps: AccessDeps,
  readOnlyException: Call['readOnlyException'],
): Promise<ItemGrant> {
  if (access.right !== 'view' && subject.viewer.kind !== 'user') throw new AppError('loginNeeded');
  await assertMayVisit(subject, deps);
  const target = await findTarget(access.ids, input, deps);
  const { meta } = target;
  assertItemIncluded(subject.viewer, meta.item_id);
  const rights = await loadRights(meta, subject, deps.itemMetaCache);
  const edit = editScope(rights, readOnlyException);
  if (access.right === 'view') assertView(rights, target);
  else if (access.right === 'edit') assertEdit(rights, target, edit);
  else if (access.right === 'manage') assertManage(rights, target);
  else assertOwner(rights);
  return {
    itemId: meta.item_id,
    view: rights.view,
    edit,
    owner: rights.owner,
    archived: meta.is_archived === 1,
    itemType: meta.item_type,
  } as ItemGrant;
}
