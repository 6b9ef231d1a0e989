import type { Call } from '@octavo/contract/define-call';
import { USER_GROUP } from '@octavo/contract/user-group';
import { AppError } from '../app-error.ts';
import type { Account, TokenLimits, Viewer } from './viewer.ts';

/** The user as the token shows them: without its scope `admin`, or limited to items, they have no role. */
export function narrowAccount(account: Account, token: TokenLimits): Account {
  const keepsRole = token.scopes.includes('admin') && token.items === undefined;
  return { ...account, token, groupid: keepsRole ? account.groupid : USER_GROUP };
}

/** The items that the token of the viewer is limited to; undefined if there is no such limit. */
export function itemLimit(viewer: Viewer): readonly number[] | undefined {
  return viewer.kind === 'user' ? viewer.token?.items : undefined;
}

/** The limit of lists: true for items that the token of the viewer includes. */
export function mayReachItem(viewer: Viewer, itemId: number): boolean {
  return itemLimit(viewer)?.includes(itemId) ?? true;
}

/** Rejects a token without the scope of a call. */
export function assertScope(
  viewer: Viewer,
  { scope, itemTokens }: Pick<Call, 'scope' | 'itemTokens'>,
): void {
  const token = viewer.kind === 'user' ? viewer.token : undefined;
  if (!token) return;
  if (scope === 'none') throw new AppError('tokenRefused');
  if (!token.scopes.includes(scope)) throw new AppError('tokenScopeMissing', { scope });
  if (token.items && itemTokens === 'refused') throw new AppError('tokenNeedsItem');
}

/** Rejects a token that is limited to other items. */
export function assertItemIncluded(viewer: Viewer, itemId: number): void {
  if (!mayReachItem(viewer, itemId)) throw new AppError('tokenItemExcluded');
}

/** Rejects tokens that are limited to items, where a call concerns no item and is not narrowed either. */
export function assertNoItemLimit(viewer: Viewer, { itemTokens }: Pick<Call, 'itemTokens'>): void {
  if (itemLimit(viewer) && itemTokens !== 'narrowed') throw new AppError('tokenNeedsItem');
}
