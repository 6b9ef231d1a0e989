import type { ItemGrant } from '../../access/grant.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { attachBranch, withNewIds } from './branch.policy.ts';
import type { Catalog, CatalogPosition } from './catalog.policy.ts';
import { catalogRepository } from './catalog.repository.ts';
import { branchPageRepository } from './branch-pages.repository.ts';
import { itemRepository } from '../../access/item.repository.ts';

type Author = Pick<Extract<Viewer, { kind: 'user' }>, 'uid' | 'username'>;

const ROOT = { from: 0, to: 0, top: 0 };

function mapCatalogs(old: readonly Catalog[], copies: readonly Catalog[]) {
  return old.flatMap((row, at) => {
    const copy = copies[at];
    return copy ? [{ from: row.cat_id, to: copy.cat_id, top: copy.top_cat_id }] : [];
  });
}

/** Copies a branch to a position in the same or another item. */
export async function copyBranch(
  { db }: UnitOfWork,
  source: ItemGrant,
  branch: readonly Catalog[],
  to: { readonly itemId: number; readonly place: CatalogPosition },
  author: Author,
): Promise<readonly Catalog[]> {
  const ids = await catalogRepository(db).reserveIds(branch.length);
  const copies = attachBranch(withNewIds(branch, ids), to.place);
  await catalogRepository(db).insert(to.itemId, copies);
  await branchPageRepository(db).copy(source, to.itemId, mapCatalogs(branch, copies), author);
  return copies;
}

/** Copies everything the user may see of an item into a new one; a limited grant does not include the pages at the root. */
export async function copyItem(
  { db }: UnitOfWork,
  source: ItemGrant,
  toItemId: number,
  author: Author,
): Promise<void> {
  await itemRepository(db).lock(source.itemId, 'content');
  const catalogs = await catalogRepository(db).list(source);
  const copies = withNewIds(catalogs, await catalogRepository(db).reserveIds(catalogs.length));
  await catalogRepository(db).insert(toItemId, copies);
  const root = source.view === 'all' ? [ROOT] : [];
  const all = [...root, ...mapCatalogs(catalogs, copies)];
  await branchPageRepository(db).copy(source, toItemId, all, author, true);
}
