import { childrenOf, positionOf, type CatalogPosition, type Tree } from './tree.ts';

/** The position one step away: up and down along the tree, right into the catalog above, left out of the parent. */
type Step = (tree: Tree, position: CatalogPosition) => CatalogPosition | undefined;

const up: Step = (tree, { parent, at }) =>
  at > 0 ? { parent, at: at - 1 } : positionOf(tree, parent);

const down: Step = (tree, { parent, at }) =>
  at < childrenOf(tree, parent).length - 1 ? { parent, at: at + 1 } : left(tree, { parent, at });

const right: Step = (tree, { parent, at }) => {
  const above = childrenOf(tree, parent)[at - 1];
  return above && { parent: above.cat_id, at: above.catalogs.length };
};

const left: Step = (tree, { parent }) => {
  const outer = positionOf(tree, parent);
  return outer && { parent: outer.parent, at: outer.at + 1 };
};

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: up,
  ArrowDown: down,
  ArrowRight: right,
  ArrowLeft: left,
};

export function isStepKey(key: string): boolean {
  return key in steps;
}

export function stepFrom(tree: Tree, id: number, key: string): CatalogPosition | undefined {
  const position = positionOf(tree, id);
  return position && steps[key]?.(tree, position);
}
