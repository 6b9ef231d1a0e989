import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

export type ItemGroup = CallResponse<Calls['itemGroup']['getList']>[number];

/** Comma-joined on the wire. */
export function itemIdsOf({ item_ids }: ItemGroup): number[] {
  return item_ids.split(',').filter(Boolean).map(Number);
}

export type ItemIds = ReadonlySet<number>;

export function toggled(ids: ItemIds, id: number): ItemIds {
  return new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]);
}

export function isSame(a: ItemIds, b: ItemIds): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
