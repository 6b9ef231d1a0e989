import type { Access, OwnedKind } from '@octavo/contract/access';
import type { Scope } from './scope.ts';

declare const brand: unique symbol;

/** Drafts have UUIDs, because editors create their ids. */
export type OwnedId<K extends OwnedKind> = K extends 'draft' ? string : number;

/** Proves that the caller owns the object with this id. Only the guards create it. */
export interface OwnerGrant<K extends OwnedKind = OwnedKind> {
  readonly [brand]: true;
  readonly kind: K;
  readonly id: OwnedId<K>;
}

/** The caller's rights in one item. Only the guards create it; repositories require it for reads and writes. */
export interface ItemGrant {
  readonly [brand]: true;
  readonly itemId: number;
  readonly view: Scope;
  readonly edit: Scope;
  readonly owner: boolean;
  readonly archived: boolean;
  readonly itemType: number;
}

/** Proves that the caller owns this team. Only the guards create it. */
export interface TeamGrant {
  readonly [brand]: true;
  readonly teamId: number;
}

/** Proves that the caller owns the team or the item of this link. Only the guards create it. */
export interface TeamLinkGrant {
  readonly [brand]: true;
  readonly teamItemId: number;
  readonly teamId: number;
  readonly itemId: number;
}

/** The grant that a handler receives, derived from the declared access of its call. */
export type GrantOf<A extends Access> = A extends { who: 'item' | 'itemToken' }
  ? A extends { otherwise: 'user' }
    ? ItemGrant | undefined
    : ItemGrant
  : A extends { who: 'ownerOf'; kind: infer K extends OwnedKind }
    ? OwnerGrant<K>
    : A extends { who: 'team' }
      ? TeamGrant
      : A extends { who: 'teamLink' }
        ? TeamLinkGrant
        : A extends { who: 'auditorOrOwner' }
          ? ItemGrant | undefined
          : undefined;
