import { childrenOf, placeOf, type Place, type Tree } from './tree.ts';

/** The position one step away: up and down along the tree, right into the catalog above, left out of the parent. */
type Step = (tree: Tree, place: Place) => Place | undefined;

const up: Step = (tree, { parent, at }) =>
  at > 0 ? { parent, at: at - 1 } : placeOf(tree, parent);

const down: Step = (tree, { parent, at }) =>
  at < childrenOf(tree, parent).length - 1 ? { parent, at: at + 1 } : left(tree, { parent, at });

const right: Step = (tree, { parent, at }) => {
  const above = childrenOf(tree, parent)[at - 1];
  return above && { parent: above.cat_id, at: above.catalogs.length };
};

const left: Step = (tree, { parent }) => {
  const outer = placeOf(tree, parent);
  return outer && { parent: outer.parent, at: outer.at + 1 };
};

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: up,
  ArrowDown: down,
  ArrowRight: right,
  ArrowLeft: left,
};

export function isStep(key: string): boolean {
  return key in steps;
}

export function stepFrom(tree: Tree, id: number, key: string): Place | undefined {
  const place = placeOf(tree, id);
  return place && steps[key]?.(tree, place);
}
