import { sameJson } from './same-json.ts';
import type { Attributes } from './workbook.ts';

const isObject = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of entries, not a pair of numbers. */
const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((entry) => typeof entry !== 'number');

/** Returns `mine` if it was changed, otherwise `theirs`. If both changed, objects are merged recursively, lists by entry. */
export function mergeThreeWay(base: unknown, theirs: unknown, mine: unknown): unknown {
  if (sameJson(base, mine)) return theirs;
  if (sameJson(base, theirs)) return mine;
  if (isObject(theirs) && isObject(mine))
    return mergeAttributes(isObject(base) ? base : {}, theirs, mine);
  if (isList(theirs) && isList(mine)) {
    const was = isList(base) ? base : [];
    const isIn = (list: readonly unknown[], entry: unknown) =>
      list.some((other) => sameJson(other, entry));
    // An entry that either side removed is removed; an entry that either side added is added.
    return [
      ...theirs.filter((entry) => isIn(mine, entry) || !isIn(was, entry)),
      ...mine.filter((entry) => !isIn(theirs, entry) && !isIn(was, entry)),
    ];
  }
  return mine;
}

export function mergeAttributes(
  base: Attributes,
  theirs: Attributes,
  mine: Attributes,
): Attributes {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  const merged: [string, unknown][] = [];
  for (const name of names) {
    const value = mergeThreeWay(base[name], theirs[name], mine[name]);
    if (value !== undefined) merged.push([name, value]);
  }
  return Object.fromEntries(merged);
}
