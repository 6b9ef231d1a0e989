/**
 * Who may call. Every call names one of these; there is no default, so a door cannot be left open
 * by forgetting it. The server's gate turns the declaration into a grant.
 */
export type ItemRight = 'view' | 'edit' | 'manage' | 'own';

/** Things that belong to one user and are addressed by their own id. */
export type OwnedKind =
  | 'device'
  | 'template'
  | 'notice'
  | 'itemGroup'
  | 'attachment'
  | 'task'
  | 'teamMember';

/** What names a team's binding to an item: its own id, one person's part in it, or its two ends. */
export type BindingName = 'teamItem' | 'teamItemMember' | 'pair';

export type Access =
  | { readonly who: 'anyone' }
  | { readonly who: 'user' }
  | { readonly who: 'admin' }
  | {
      readonly who: 'item';
      readonly right: ItemRight;
      readonly ids: readonly string[];
      /** Without any of the ids, the call is for every user and concerns no item. */
      readonly otherwise?: 'user';
    }
  | { readonly who: 'team'; readonly right: 'own'; readonly id: string }
  | { readonly who: 'binding'; readonly by: BindingName; readonly ids: readonly string[] }
  | { readonly who: 'ownerOf'; readonly kind: OwnedKind; readonly id: string }
  | { readonly who: 'adminOrOwner'; readonly id: string }
  | { readonly who: 'itemToken'; readonly right: 'view' | 'edit'; readonly ids: readonly string[] };

export const anyone = { who: 'anyone' } as const;
export const user = { who: 'user' } as const;
export const admin = { who: 'admin' } as const;

/** `ids` are request fields, the most specific first: it alone decides which item is meant. */
export function item<R extends ItemRight>(right: R, ...ids: readonly [string, ...string[]]) {
  return { who: 'item', right, ids } as const;
}

/** A right in the item that is named, and a login when none is. */
export function itemOrUser<R extends ItemRight>(right: R, ...ids: readonly [string, ...string[]]) {
  return { who: 'item', right, ids, otherwise: 'user' } as const;
}

export function team(right: 'own', id: string) {
  return { who: 'team', right, id } as const;
}

/** Whoever owns one of the two ends: the team or the item. */
export function binding(by: BindingName, ...ids: readonly [string, ...string[]]) {
  return { who: 'binding', by, ids } as const;
}

export function ownerOf<K extends OwnedKind>(kind: K, id: string) {
  return { who: 'ownerOf', kind, id } as const;
}

/** Whoever has the item's key and token; `ids` are further request fields, which must lie in that item. */
export function itemToken(right: 'view' | 'edit', ...ids: readonly string[]) {
  return { who: 'itemToken', right, ids } as const;
}

/** The administrator for everything, the owner of an item for that item. */
export function adminOrOwner(id: string) {
  return { who: 'adminOrOwner', id } as const;
}

/** One line for tables and documents: `item edit (page_id, item_id)`. */
export function describeAccess(access: Access): string {
  switch (access.who) {
    case 'item':
      return `item ${access.right} (${access.ids.join(', ')})${access.otherwise ? `, else ${access.otherwise}` : ''}`;
    case 'itemToken':
      return `key and token of the item, to ${access.right}`;
    case 'team':
      return `team ${access.right} (${access.id})`;
    case 'binding':
      return `owner of the team or the item (${access.ids.join(', ')})`;
    case 'adminOrOwner':
      return `administrator, or item own (${access.id})`;
    case 'ownerOf':
      return `owner of ${access.kind} (${access.id})`;
    default:
      return access.who;
  }
}
