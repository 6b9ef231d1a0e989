import { titleOf, type TreeRow } from './menu.ts';

type TreeKeyAction =
  | { readonly row: TreeRow | undefined }
  | { readonly press: true }
  | { readonly toggle: number; readonly open: boolean };

/** Letters typed within this time are combined to search for a title that starts with them. */
const TYPE_AHEAD_MS = 700;
let typed = '';
let typedAt = 0;

function isTyping(): boolean {
  return typed !== '' && performance.now() - typedAt < TYPE_AHEAD_MS;
}

function typeAhead(letter: string, rows: readonly TreeRow[], at: number): TreeRow | undefined {
  typed = isTyping() ? typed + letter : letter;
  typedAt = performance.now();
  const word = typed.toLocaleLowerCase();
  // The first letter searches from the next row; further letters may match the current row.
  const start = typed.length === 1 ? at + 1 : at;
  const searchOrder = [...rows.slice(start), ...rows.slice(0, start)];
  return searchOrder.find((row) => titleOf(row).toLocaleLowerCase().startsWith(word));
}

function parentOf(rows: readonly TreeRow[], at: number): TreeRow | undefined {
  const level = rows[at]?.level ?? 1;
  return rows.slice(0, at).findLast((row) => row.level < level);
}

/** The action of a key in the tree; undefined if the tree does not handle it. */
export function treeKeyAction(
  key: string,
  rows: readonly TreeRow[],
  at: number,
): TreeKeyAction | undefined {
  const row = rows[at];
  const catalog = row?.kind === 'catalog' ? row : undefined;
  switch (key) {
    case 'ArrowDown':
      return { row: rows[at + 1] };
    case 'ArrowUp':
      return { row: rows[at - 1] };
    case 'Home':
      return { row: rows[0] };
    case 'End':
      return { row: rows.at(-1) };
    case 'ArrowRight':
      if (catalog && !catalog.isOpen) return { toggle: catalog.catalog.cat_id, open: true };
      return { row: catalog ? rows[at + 1] : undefined };
    case 'ArrowLeft':
      if (catalog?.isOpen) return { toggle: catalog.catalog.cat_id, open: false };
      return { row: parentOf(rows, at) };
    case 'Enter':
      return { press: true };
    case ' ':
      // While the user types a title, it is a space character.
      return isTyping() ? { row: typeAhead(key, rows, at) } : { press: true };
    default:
      return key.length === 1 ? { row: typeAhead(key, rows, at) } : undefined;
  }
}
