import type { Calls } from '@octavo/contract';
import type { MenuCatalog } from '@octavo/contract/item.entities';
import type { CallRequest } from '@octavo/contract/define-call';
import { MAX_FULL_MENU_PAGES } from '@octavo/contract/reader';
import type { ItemGrant } from '../../access/grant.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { branchMenu } from './menu.policy.ts';
import type { Menu } from './menu.policy.ts';
import { buildTree, withPathNames } from './catalog-tree.policy.ts';
import { catalogRepository } from './catalog.repository.ts';

type Catalog = Calls['catalog'];

export async function catListGroup({ grant, db }: Ctx<Catalog['catListGroup']['access']>) {
  return buildTree(await catalogRepository(db).list(grant));
}

export async function catListName({ grant, db }: Ctx<Catalog['catListName']['access']>) {
  return withPathNames(buildTree(await catalogRepository(db).list(grant)));
}

function findNode(catalogs: readonly MenuCatalog[], catId: number): Menu | undefined {
  for (const node of catalogs) {
    const found = node.cat_id === catId ? node : findNode(node.catalogs, catId);
    if (found) return found;
  }
  return undefined;
}

/** Returns the part of the menu below a catalog, or the whole menu for 0, as visible to the viewer. */
async function findMenu(ctx: Pick<Ctx, 'deps'>, grant: ItemGrant, catId: number): Promise<Menu> {
  const meta = await ctx.deps.itemMetaCache.get(grant.itemId);
  const menu = meta && (await ctx.deps.menuCache.get(meta, grant)).menu;
  const found = menu && catId !== 0 ? findNode(menu.catalogs, catId) : menu;
  if (!found) throw new AppError('notFound');
  return found;
}

export async function branch(
  ctx: Ctx<Catalog['branch']['access']>,
  { cat_id }: CallRequest<Catalog['branch']>,
) {
  return branchMenu(await findMenu(ctx, ctx.grant, cat_id), MAX_FULL_MENU_PAGES);
}

export async function getPagesBycat(
  ctx: Ctx<Catalog['getPagesBycat']['access']>,
  { cat_id }: CallRequest<Catalog['getPagesBycat']>,
) {
  const { pages } = await findMenu(ctx, ctx.grant, cat_id);
  return [...pages];
}
