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

/** What the gate hands over, by the access a call declares. */
export type GrantOf<A extends Access> = A extends { who: 'item' }
  ? ItemGrant
  : A extends { who: 'ownerOf'; kind: infer K extends OwnedKind }
    ? OwnGrant<K>
    : undefined;
