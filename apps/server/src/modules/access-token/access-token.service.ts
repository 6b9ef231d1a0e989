import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { MAX_ACCESS_TOKENS } from '@octavo/contract/limits';
import { USER_GROUP } from '@octavo/contract/user-group';
import { newAccessToken, shownPrefix } from '../../access/access-token.ts';
import { readableAmong } from '../../access/readable-items.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { isNetwork } from '../../lib/address-ranges.ts';
import { hashToken } from '../../secrets.ts';
import { accessTokenRepository } from '../account/access-token.repository.ts';
import { invalidateAccount } from '../account/end-sessions.ts';
import { userRepository } from '../account/user.repository.ts';

type AccessToken = Calls['accessToken'];
type AdminUser = Calls['adminUser'];
type OwnCtx = Ctx<AccessToken['getList']['access']>;
type TokenRow = Awaited<ReturnType<ReturnType<typeof accessTokenRepository>['list']>>[number];

/** Adds the names of the items that the user may still view. */
async function withItems({ db, viewer }: Pick<OwnCtx, 'db' | 'viewer'>, rows: readonly TokenRow[]) {
  const itemIds = new Set(rows.flatMap(({ item_ids }) => item_ids ?? []));
  const readable = await readableAmong(db, viewer, [...itemIds]);
  const names = new Map(readable.map(({ itemId, itemName }) => [itemId, itemName]));
  return rows.map(({ item_ids, ...row }) => ({
    ...row,
    items: item_ids && {
      total: item_ids.length,
      list: item_ids.flatMap((item_id) => {
        const item_name = names.get(item_id);
        return item_name === undefined ? [] : { item_id, item_name };
      }),
    },
  }));
}

export async function getList(ctx: OwnCtx) {
  const { token_days: max_days } = await ctx.deps.settings.get();
  const rows = await accessTokenRepository(ctx.db).list(ctx.viewer.uid);
  return { list: await withItems(ctx, rows), max_days };
}

/** A token never exceeds its user, so the scope `admin` is for roles only and does not go with a limit to items. */
function assertScopes(
  { groupid }: OwnCtx['viewer'],
  { scopes, item_ids }: CallRequest<AccessToken['create']>,
): void {
  if (!scopes.includes('admin')) return;
  if (groupid === USER_GROUP || item_ids !== 'all') throw new AppError('forbidden');
}

export async function create(
  ctx: Ctx<AccessToken['create']['access']>,
  input: CallRequest<AccessToken['create']>,
) {
  const { db, viewer, deps } = ctx;
  assertScopes(viewer, input);
  const { token_days } = await deps.settings.get();
  if (input.days > token_days) throw new AppError('tokenTooLong', { days: token_days });
  const item_ids = input.item_ids === 'all' ? null : input.item_ids;
  if (item_ids && (await readableAmong(db, viewer, item_ids)).length < item_ids.length)
    throw new AppError('notFound');
  const network = input.network.toLowerCase();
  if (network !== '' && !isNetwork(network))
    throw new AppError('networkInvalid', { network: input.network });
  await userRepository(db).lock(viewer.uid);
  const token = newAccessToken();
  const row = await accessTokenRepository(db).insert(
    {
      uid: viewer.uid,
      name: input.name,
      prefix: shownPrefix(token),
      token_hash: hashToken(token),
      scopes: input.scopes,
      item_ids,
      network,
      days: input.days,
      by_provider: viewer.second_factor === 'provider',
    },
    MAX_ACCESS_TOKENS,
  );
  if (!row) throw new AppError('tokensFull');
  const [access_token] = await withItems(ctx, [row]);
  if (!access_token) throw new AppError('notFound');
  return { token, access_token };
}

export async function revoke(ctx: Ctx<AccessToken['revoke']['access']>) {
  const revoked = await accessTokenRepository(ctx.db).revoke(ctx.grant);
  if (!revoked) throw new AppError('notFound');
  ctx.note({ facts: { name: revoked.name, scopes: null }, was: revoked });
  invalidateAccount(ctx, ctx, ctx.viewer.uid);
  return {};
}

export async function getTokens(
  { db }: Ctx<AdminUser['getTokens']['access']>,
  { uid }: CallRequest<AdminUser['getTokens']>,
) {
  const rows = await accessTokenRepository(db).list(uid);
  return rows.map(({ item_ids, ...row }) => ({ ...row, item_count: item_ids?.length ?? null }));
}

export async function revokeTokens(
  ctx: Ctx<AdminUser['revokeTokens']['access']>,
  { uid, id }: CallRequest<AdminUser['revokeTokens']>,
) {
  const revoked = await accessTokenRepository(ctx.db).revokeOf([uid], id);
  if (id !== undefined && revoked.length === 0) throw new AppError('notFound');
  ctx.note({ subject_uid: uid, facts: { names: revoked.map(({ name }) => name) } });
  invalidateAccount(ctx, ctx, uid);
  return {};
}
