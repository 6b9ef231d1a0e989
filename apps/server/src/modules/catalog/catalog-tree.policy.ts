import type { Catalog } from './catalog.policy.ts';

export type CatalogNode = Catalog & { readonly catalogs: CatalogNode[] };

/** Builds the tree; the children of each node keep the order of the rows. */
export function buildTree(catalogs: readonly Catalog[]): CatalogNode[] {
  const nodes = new Map(
    catalogs.map((row) => [row.cat_id, { ...row, catalogs: [] as CatalogNode[] }]),
  );
  return [...nodes.values()].filter((node) => {
    const parent = nodes.get(node.parent_cat_id);
    parent?.catalogs.push(node);
    return parent === undefined;
  });
}

/** Lists the catalogs in depth-first order, each with its full path as name: `a / b / c`. */
export function withPathNames(nodes: readonly CatalogNode[], prefix = ''): Catalog[] {
  return nodes.flatMap((node) => {
    const cat_name = prefix + node.cat_name;
    return [{ ...node, cat_name }, ...withPathNames(node.catalogs, `${cat_name} / `)];
  });
}
