import type { ItemGrant } from '../../access/grant.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Work } from '../../http/context.ts';
import { graft, renumber } from './branch.policy.ts';
import type { Catalog, Place } from './catalog.policy.ts';

type Author = Pick<Extract<Viewer, { kind: 'user' }>, 'uid' | 'username'>;

const ROOT = { from: 0, to: 0, top: 0 };

function transfers(old: readonly Catalog[], made: readonly Catalog[]) {
  return old.flatMap((row, at) => {
    const copy = made[at];
    return copy ? [{ from: row.cat_id, to: copy.cat_id, top: copy.top_cat_id }] : [];
  });
}

/** Copies a branch to a position in the same or another item. */
export async function copyBranch(
  { repos }: Work,
  source: ItemGrant,
  branch: readonly Catalog[],
  to: { readonly itemId: number; readonly place: Place },
  author: Author,
): Promise<readonly Catalog[]> {
  const ids = await repos.catalogs.reserveIds(branch.length);
  const made = graft(renumber(branch, ids), to.place);
  await repos.catalogs.insert(to.itemId, made);
  await repos.branchPages.copy(source, to.itemId, transfers(branch, made), author);
  return made;
}

/** Copies everything the user may see of an item into a new one; a limited grant does not include the pages at the root. */
export async function copyItem(
  { repos }: Work,
  source: ItemGrant,
  toItemId: number,
  author: Author,
): Promise<void> {
  await repos.items.hold(source.itemId, 'content');
  const catalogs = await repos.catalogs.list(source);
  const made = renumber(catalogs, await repos.catalogs.reserveIds(catalogs.length));
  await repos.catalogs.insert(toItemId, made);
  const root = source.view === 'all' ? [ROOT] : [];
  const all = [...root, ...transfers(catalogs, made)];
  await repos.branchPages.copy(source, toItemId, all, author, true);
}
