import type { Access, OwnedKind } from '@octavo/contract/access';
import type { Scope } from './scope.ts';

declare const made: unique symbol;

/** Proves that the caller owns the object with this id. Only the guards create it. */
export interface OwnGrant<K extends OwnedKind = OwnedKind> {
  readonly [made]: true;
  readonly kind: K;
  readonly id: number;
}

/** The caller's rights in one item. Only the guards create it; repositories require it for reads and writes. */
export interface ItemGrant {
  readonly [made]: true;
  readonly itemId: number;
  readonly view: Scope;
  readonly edit: Scope;
  readonly owner: boolean;
  readonly archived: boolean;
  readonly itemType: number;
}

/** Proves that the caller owns this team. Only the guards create it. */
export interface TeamGrant {
  readonly [made]: true;
  readonly teamId: number;
}

/** Proves that the caller owns the team or the item of this binding. Only the guards create it. */
export interface BindingGrant {
  readonly [made]: true;
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
    ? OwnGrant<K>
    : A extends { who: 'team' }
      ? TeamGrant
      : A extends { who: 'binding' }
        ? BindingGrant
        : A extends { who: 'adminOrOwner' }
          ? ItemGrant | undefined
          : undefined;
