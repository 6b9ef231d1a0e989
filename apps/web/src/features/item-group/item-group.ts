import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import type { ItemIds } from '../../shared/items/item-picker.tsx';

export type ItemGroup = CallResponse<Calls['itemGroup']['getList']>[number];

/** The API sends the ids as a comma-separated string. */
export function itemIdsOf({ item_ids }: ItemGroup): number[] {
  return item_ids.split(',').filter(Boolean).map(Number);
}

export function isSame(a: ItemIds, b: ItemIds): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
