import type { ItemGrant } from '../../access/grant.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { branchPageRepository } from './branch-pages.repository.ts';
import type { PagePlace } from './branch-pages.repository.ts';

/** The handler of a user, in its transaction. */
export type TreeWork = UnitOfWork &
  Pick<Ctx, 'deps'> & { readonly viewer: { readonly uid: number } };

/** Catalogs and pages that a user has selected in the tree. */
export interface TreeSelection {
  readonly catIds: readonly number[];
  readonly pageIds: readonly number[];
}

/** Finds the selected pages: `notFound` if the user may not view one, `forbidden` if they may not edit it. */
export async function loadSelectedPages(
  { db }: TreeWork,
  grant: ItemGrant,
  pageIds: readonly number[],
): Promise<PagePlace[]> {
  if (pageIds.length === 0) return [];
  const found = await branchPageRepository(db).listPlaces(grant, pageIds);
  const pages = new Map(found.map((page) => [page.page_id, page]));
  return pageIds.map((pageId) => {
    const page = pages.get(pageId);
    if (!page) throw new AppError('notFound');
    if (!covers(grant.edit, page.top_cat_id)) throw new AppError('forbidden');
    return page;
  });
}
