/**
 * Who may call. Every call must declare its access: there is no default, so a call cannot be left
 * unprotected by omission. The server's authorization turns the declaration into a grant.
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
  | 'teamMember'
  | 'draft'
  | 'accessToken'
  | 'passkey';

/** How a request identifies the link between a team and an item: by its id, by the id of a member in it, or by team and item. */
export type TeamLinkKey = 'teamItem' | 'teamItemMember' | 'pair';

export type Access =
  | { readonly who: 'anyone' }
  | { readonly who: 'user' }
  | { readonly who: 'admin' }
  | { readonly who: 'auditor' }
  | {
      readonly who: 'item';
      readonly right: ItemRight;
      readonly ids: readonly string[];
      /** Applies when the request has none of the ids: the call then concerns no item and any logged-in user may make it. */
      readonly otherwise?: 'user';
    }
  | { readonly who: 'team'; readonly right: 'own'; readonly id: string }
  | { readonly who: 'teamLink'; readonly by: TeamLinkKey; readonly ids: readonly string[] }
  | { readonly who: 'ownerOf'; readonly kind: OwnedKind; readonly id: string }
  | { readonly who: 'auditorOrOwner'; readonly id: string }
  | { readonly who: 'itemToken'; readonly right: 'view' | 'edit'; readonly ids: readonly string[] };

export const anyone = { who: 'anyone' } as const;
export const user = { who: 'user' } as const;
export const admin = { who: 'admin' } as const;
/**
 * Auditors and administrators: queries of the console whose responses hold no secrets and no text of pages, and which
 * send nothing to other systems. Commands cannot declare it.
 */
export const auditor = { who: 'auditor' } as const;

/** `ids` are request fields, the most specific first. The first that is present determines the item; the others must belong to it. */
export function item<R extends ItemRight>(right: R, ...ids: readonly [string, ...string[]]) {
  return { who: 'item', right, ids } as const;
}

/** Requires a right in the item that the request names, or only a login if it names none. */
export function itemOrUser<R extends ItemRight>(right: R, ...ids: readonly [string, ...string[]]) {
  return { who: 'item', right, ids, otherwise: 'user' } as const;
}

export function team(right: 'own', id: string) {
  return { who: 'team', right, id } as const;
}

/** Requires the owner of the team or the owner of the item. */
export function teamLink(by: TeamLinkKey, ...ids: readonly [string, ...string[]]) {
  return { who: 'teamLink', by, ids } as const;
}

export function ownerOf<K extends OwnedKind>(kind: K, id: string) {
  return { who: 'ownerOf', kind, id } as const;
}

/** Requires the item's API key and token. `ids` are further request fields; they must belong to that item. */
export function itemToken(right: 'view' | 'edit', ...ids: readonly string[]) {
  return { who: 'itemToken', right, ids } as const;
}

/** Auditors and administrators may call it for the whole site, the owner of an item for that item. */
export function auditorOrOwner(id: string) {
  return { who: 'auditorOrOwner', id } as const;
}

/** A one-line description for tables and documents: `item edit (page_id, item_id)`. */
export function describeAccess(access: Access): string {
  switch (access.who) {
    case 'item':
      return `item ${access.right} (${access.ids.join(', ')})${access.otherwise ? `, else ${access.otherwise}` : ''}`;
    case 'itemToken':
      return `item API key and token, ${access.right}`;
    case 'team':
      return `team ${access.right} (${access.id})`;
    case 'teamLink':
      return `owner of the team or the item (${access.ids.join(', ')})`;
    case 'auditorOrOwner':
      return `auditor, or item own (${access.id})`;
    case 'ownerOf':
      return `owner of ${access.kind} (${access.id})`;
    default:
      return access.who;
  }
}
