import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import type { ItemInfo } from '@octavo/contract/item.entities';
import { useMemo, useState } from 'react';
import { breadcrumbTo } from '../../model/menu.ts';
import {
  branchesTo,
  mayCreateIn,
  moveRules,
  targetReasons,
  toTargetTree,
  withCatalog,
  type TargetChoice,
  type TargetReason,
} from './move-target.ts';
import type { TreeSelection } from '../moves/tree-move.ts';
import { useTargetTree } from './use-target-tree.ts';

type CatalogRow = CallResponse<Calls['catalog']['save']>;

const NO_REASONS: ReadonlyMap<number, TargetReason> = new Map();

interface CreatedCatalog {
  readonly itemId: number;
  readonly row: CatalogRow;
}

/** The item and catalog that are chosen in the dialog, and the catalogs to choose from. */
export function useMoveTarget(item: ItemInfo, selection: TreeSelection) {
  const [itemId, setItemId] = useState(item.item_id);
  const [chosen, setChosen] = useState<TargetChoice>();
  /** Catalogs that the user opened or closed; the others are open if they lead to a chosen catalog. */
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [revealedId, setRevealedId] = useState<number>();
  const [created, setCreated] = useState<readonly CreatedCatalog[]>([]);
  const ownState = useTargetTree(item, item.item_id);
  const targetState = useTargetTree(item, itemId);

  const own = useMemo(
    () => (ownState.state === 'here' ? ownState.tree : toTargetTree(item.menu, item.edit_cat_ids)),
    [ownState, item],
  );
  const rules = useMemo(
    () => moveRules(item.item_id, selection, own),
    [item.item_id, selection, own],
  );
  const ownReasons = useMemo(
    () => targetReasons(rules, item.item_id, own),
    [rules, item.item_id, own],
  );
  const tree = useMemo(
    () =>
      targetState.state === 'here'
        ? created
            .filter((each) => each.itemId === itemId)
            .reduce((now, { row }) => withCatalog(now, row), targetState.tree)
        : undefined,
    [targetState, created, itemId],
  );
  const reasons = useMemo(
    () => (tree ? targetReasons(rules, itemId, tree) : NO_REASONS),
    [rules, itemId, tree],
  );
  const choice = chosen?.itemId === itemId ? chosen : undefined;
  const isPossible =
    tree !== undefined &&
    choice !== undefined &&
    breadcrumbTo(tree.menu, choice.catId) !== undefined &&
    !reasons.has(choice.catId);
  const parentId = isPossible ? choice.catId : 0;

  function isOpen(catId: number, leading: ReadonlySet<number>): boolean {
    return toggled.get(catId) ?? leading.has(catId);
  }

  function openCatalogs(): ReadonlySet<number> {
    if (!tree) return new Set();
    const hereId = itemId === item.item_id ? rules.hereId : undefined;
    const leading = new Set(branchesTo(tree, hereId, revealedId));
    const opened = [...toggled.keys(), ...leading].filter((catId) => isOpen(catId, leading));
    return new Set(opened);
  }

  function toggle(catId: number, open: boolean): void {
    setToggled((before) => new Map([...before, [catId, open]]));
  }

  return {
    item: itemId,
    rules,
    ownReasons,
    tree,
    reasons,
    treeState: targetState,
    choice,
    /** The choice is valid; unknown until the catalogs are loaded. */
    isPossible,
    open: openCatalogs(),
    toggle,
    setItem: setItemId,
    /** The parent of a new catalog; undefined if none can be created. */
    newParentId: tree && mayCreateIn(rules, tree, parentId) ? parentId : undefined,
    choose(catId: number): void {
      const path = (tree && breadcrumbTo(tree.menu, catId)) ?? [];
      setChosen({ itemId, catId, path: path.map(({ cat_name }) => cat_name) });
      if (catId !== 0) toggle(catId, true);
    },
    /** Chooses a search result and shows it in the lists. */
    reveal(result: TargetChoice): void {
      setItemId(result.itemId);
      setChosen(result);
      setRevealedId(result.catId);
      setToggled(new Map());
    },
    addCatalog(row: CatalogRow): void {
      const path = (tree && breadcrumbTo(tree.menu, row.parent_cat_id)) ?? [];
      setCreated((before) => [...before, { itemId, row }]);
      for (const { cat_id } of path) toggle(cat_id, true);
      const names = [...path.map(({ cat_name }) => cat_name), row.cat_name];
      setChosen({ itemId, catId: row.cat_id, path: names });
    },
  };
}
