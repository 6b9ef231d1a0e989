import type { Access, OwnedKind } from '@octavo/contract/access';

declare const made: unique symbol;

/** Proof that the thing with this id belongs to the caller. Only the gate makes one. */
export interface OwnGrant<K extends OwnedKind = OwnedKind> {
  readonly [made]: true;
  readonly kind: K;
  readonly id: number;
}

/** What the gate hands over, by the access a call declares. */
export type GrantOf<A extends Access> = A extends {
  who: 'ownerOf';
  kind: infer K extends OwnedKind;
}
  ? OwnGrant<K>
  : undefined;
