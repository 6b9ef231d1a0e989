import type { ItemGrant } from '../../access/grant.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx, Work } from '../../http/context.ts';
import { isOnePage } from '../page/page.policy.ts';
import { forgetPages, tellTree } from '../page/tell-page.ts';
import type { Catalog } from './catalog.policy.ts';

export function assertHasCatalogs({ itemType }: ItemGrant): void {
  if (isOnePage(itemType)) throw new AppError('forbidden');
}

/** Saves catalogs that stay in their item and updates their pages. */
export async function writeTree(
  ctx: Work & Pick<Ctx, 'deps'>,
  grant: ItemGrant,
  rows: readonly Catalog[],
): Promise<void> {
  if (rows.length === 0) return;
  const { catalogs, branchPages } = ctx.repos;
  await catalogs.update(grant, rows);
  const catIds = rows.map((row) => row.cat_id);
  forgetPages(ctx, ctx, await branchPages.followCatalogs(grant, catIds));
  await tellTree(ctx, ctx, grant.itemId);
}
