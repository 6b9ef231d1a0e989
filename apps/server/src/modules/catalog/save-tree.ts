import { hasSinglePage } from '@octavo/contract/item-type';
import type { ItemGrant } from '../../access/grant.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { invalidatePages, bumpTreeVersion } from '../../realtime/invalidate.ts';
import type { Catalog } from './catalog.policy.ts';
import { catalogRepository } from './catalog.repository.ts';
import { branchPageRepository } from './branch-pages.repository.ts';

export function assertHasCatalogs({ itemType }: ItemGrant): void {
  if (hasSinglePage(itemType)) throw new AppError('forbidden');
}

/** Saves catalogs that stay in their item and updates their pages. */
export async function saveTree(
  ctx: UnitOfWork & Pick<Ctx, 'deps'>,
  grant: ItemGrant,
  rows: readonly Catalog[],
): Promise<void> {
  if (rows.length === 0) return;
  const catalogs = catalogRepository(ctx.db);
  const branchPages = branchPageRepository(ctx.db);
  await catalogs.update(grant, rows);
  const catIds = rows.map((row) => row.cat_id);
  const pages = await branchPages.followCatalogs(grant, grant, catIds);
  invalidatePages(
    ctx,
    ctx,
    pages.map((page) => page.page_id),
  );
  await bumpTreeVersion(ctx, ctx, grant.itemId);
}
