import type { ItemInfo } from '@octavo/contract/item.entities';
import { isTooDeep, type TargetReason } from './move-target.ts';
import type { useMoveTarget } from './use-move-target.ts';
import type { TargetItem, TargetItems } from './use-target-items.ts';
import { useTargetSearch, type CatalogHit } from './use-target-search.ts';

/** A catalog or an item that matches the typed text. */
export interface TargetResult {
  readonly key: string;
  readonly itemId: number;
  readonly catId: number;
  readonly name: string;
  /** The names from the first level to the catalog; empty for an item. */
  readonly path: readonly string[];
  /** The path above the catalog, with the item. */
  readonly place: string;
  readonly reason: TargetReason | undefined;
  /** Set if the result is an item. */
  readonly item?: TargetItem;
}

export interface TargetResults {
  readonly entries: readonly TargetResult[];
  readonly isWaiting: boolean;
  readonly failure?: { readonly error: unknown; readonly retry: () => void };
}

const SEPARATOR = ' / ';

/** Searches catalogs and items. Catalogs of this item come first, items last. */
export function useTargetResults(
  keyword: string,
  item: ItemInfo,
  items: TargetItems,
  { rules, ownReasons }: Pick<ReturnType<typeof useMoveTarget>, 'rules' | 'ownReasons'>,
): TargetResults {
  const { hits, isWaiting, failure } = useTargetSearch(keyword);
  const isOwn = (hit: CatalogHit) => hit.item_id === item.item_id;
  const toResult = (hit: CatalogHit): TargetResult => {
    const path = hit.cat_name.split(SEPARATOR);
    return {
      key: `c${hit.cat_id}`,
      itemId: hit.item_id,
      catId: hit.cat_id,
      name: path.at(-1) ?? '',
      path,
      place: [hit.item_name, ...path.slice(0, -1)].join(SEPARATOR),
      reason: isOwn(hit)
        ? ownReasons.get(hit.cat_id)
        : isTooDeep(rules, hit.level)
          ? 'tooDeep'
          : undefined,
    };
  };
  const itemResult =
    (reason: TargetReason | undefined) =>
    (found: TargetItem): TargetResult => ({
      key: `i${found.item_id}`,
      itemId: found.item_id,
      catId: 0,
      name: found.item_name,
      path: [],
      place: '',
      reason,
      item: found,
    });
  const matches = ({ item_name }: TargetItem) =>
    item_name.toLowerCase().includes(keyword.toLowerCase());
  return {
    entries:
      keyword === ''
        ? []
        : [
            ...hits.filter(isOwn).map(toResult),
            ...(item.edit_cat_ids ? [] : hits.filter((hit) => !isOwn(hit))).map(toResult),
            ...items.editable.filter(matches).map(itemResult(undefined)),
            ...items.readOnly.filter(matches).map(itemResult('readOnly')),
          ],
    isWaiting,
    ...(failure && { failure }),
  };
}
