import type { ItemGrant } from '../../access/grant.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { attachBranch, withNewIds } from './branch.policy.ts';
import type { Catalog, CatalogPosition } from './catalog.policy.ts';

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
  { repos }: UnitOfWork,
  source: ItemGrant,
  branch: readonly Catalog[],
  to: { readonly itemId: number; readonly place: CatalogPosition },
  author: Author,
): Promise<readonly Catalog[]> {
  const ids = await repos.catalogs.reserveIds(branch.length);
  const copies = attachBranch(withNewIds(branch, ids), to.place);
  await repos.catalogs.insert(to.itemId, copies);
  await repos.branchPages.copy(source, to.itemId, mapCatalogs(branch, copies), author);
  return copies;
}

/** Copies everything the user may see of an item into a new one; a limited grant does not include the pages at the root. */
export async function copyItem(
  { repos }: UnitOfWork,
  source: ItemGrant,
  toItemId: number,
  author: Author,
): Promise<void> {
  await repos.items.lock(source.itemId, 'content');
  const catalogs = await repos.catalogs.list(source);
  const copies = withNewIds(catalogs, await repos.catalogs.reserveIds(catalogs.length));
  await repos.catalogs.insert(toItemId, copies);
  const root = source.view === 'all' ? [ROOT] : [];
  const all = [...root, ...mapCatalogs(catalogs, copies)];
  await repos.branchPages.copy(source, toItemId, all, author, true);
}
