import type { TreeRow } from './menu.ts';

type Answer =
  | { readonly row: TreeRow | undefined }
  | { readonly press: true }
  | { readonly toggle: number; readonly open: boolean };

/** Letters typed one after the other look for a title that begins with them. */
const TOGETHER = 700;
let typed = '';
let typedAt = 0;

function titleOf(row: TreeRow): string {
  return (row.kind === 'page' ? row.page.page_title : row.catalog.cat_name).toLocaleLowerCase();
}

function isTyping(): boolean {
  return typed !== '' && performance.now() - typedAt < TOGETHER;
}

function typeAhead(letter: string, rows: readonly TreeRow[], at: number): TreeRow | undefined {
  typed = isTyping() ? typed + letter : letter;
  typedAt = performance.now();
  const word = typed.toLocaleLowerCase();
  // A first letter moves on from the row it stands on, further ones may confirm it.
  const start = typed.length === 1 ? at + 1 : at;
  const around = [...rows.slice(start), ...rows.slice(0, start)];
  return around.find((row) => titleOf(row).startsWith(word));
}

function parentOf(rows: readonly TreeRow[], at: number): TreeRow | undefined {
  const level = rows[at]?.level ?? 1;
  return rows.slice(0, at).findLast((row) => row.level < level);
}

/** What a key does in the tree; undefined when it is not the tree's. */
export function treeKey(key: string, rows: readonly TreeRow[], at: number): Answer | undefined {
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
      // In the middle of a title it is a space, not a press.
      return isTyping() ? { row: typeAhead(key, rows, at) } : { press: true };
    default:
      return key.length === 1 ? { row: typeAhead(key, rows, at) } : undefined;
  }
}
