import type { ItemGrant } from '../../access/grant.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx, Work } from '../../http/context.ts';
import { forgetItem } from '../item/forget-item.ts';
import type { Catalog } from './catalog.policy.ts';

type Changing = Work & Pick<Ctx, 'deps'>;

const SINGLE_PAGE = 2;
const TABLE = 4;

/** Items of these types are one page. */
export function assertHasCatalogs({ itemType }: ItemGrant): void {
  if (itemType === SINGLE_PAGE || itemType === TABLE) throw new AppError('forbidden');
}

/** The tree has a new version, and every process forgets the item and the pages that changed place. */
export async function tellTree(
  ctx: Changing,
  { itemId }: ItemGrant,
  pageIds: readonly number[] = [],
): Promise<void> {
  await ctx.repos.items.bumpTree(itemId);
  forgetItem(ctx, ctx, itemId);
  ctx.afterCommit(() => {
    for (const pageId of pageIds) ctx.deps.bus.publish('page', String(pageId));
  });
}

/** Writes catalogs that stay in their item; their pages follow. */
export async function writeTree(
  ctx: Changing,
  grant: ItemGrant,
  rows: readonly Catalog[],
): Promise<void> {
  if (rows.length === 0) return;
  await ctx.repos.catalogs.update(grant, rows);
  const catIds = rows.map((row) => row.cat_id);
  await tellTree(ctx, grant, await ctx.repos.branchPages.followCatalogs(grant, catIds));
}
