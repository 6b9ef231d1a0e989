import type { Access, OwnedKind } from '@octavo/contract/access';
import type { Scope } from './scope.ts';

declare const made: unique symbol;

/** Proof that the thing with this id belongs to the caller. Only the gate makes one. */
export interface OwnGrant<K extends OwnedKind = OwnedKind> {
  readonly [made]: true;
  readonly kind: K;
  readonly id: number;
}

/** Proof of what the caller may do in one item. Only the gate makes one; reads and writes ask for it. */
export interface ItemGrant {
  readonly [made]: true;
  readonly itemId: number;
  readonly view: Scope;
  readonly edit: Scope;
  readonly owner: boolean;
  readonly archived: boolean;
  readonly itemType: number;
}

/** Proof that this team belongs to the caller. Only the gate makes one. */
export interface TeamGrant {
  readonly [made]: true;
  readonly teamId: number;
}

/** Proof that the caller owns the team or the item of this binding. Only the gate makes one. */
export interface BindingGrant {
  readonly [made]: true;
  readonly teamItemId: number;
  readonly teamId: number;
  readonly itemId: number;
}

/** What the gate hands over, by the access a call declares. */
export type GrantOf<A extends Access> = A extends { who: 'item' | 'itemToken' }
  ? A extends { otherwise: 'user' }
    ? ItemGrant | undefined
    : ItemGrant
  : A extends { who: 'ownerOf'; kind: infer K extends OwnedKind }
    ? OwnGrant<K>
    : A extends { who: 'team' }
      ? TeamGrant
      : A extends { who: 'binding' }
        ? BindingGrant
        : A extends { who: 'adminOrOwner' }
          ? ItemGrant | undefined
          : undefined;
