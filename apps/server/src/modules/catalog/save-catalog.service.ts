import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { ItemGrant } from '../../access/grant.ts';
import { lockTree } from '../../access/lock-trees.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { bumpTreeVersion } from '../../realtime/invalidate.ts';
import { getCatalog, positionUnder, applyTreeChanges, lastPosition } from './catalog.policy.ts';
import type { Catalog } from './catalog.policy.ts';
import { assertHasCatalogs, saveTree } from './save-tree.ts';
import { catalogRepository } from './catalog.repository.ts';

type Save = Calls['catalog']['save'];
type SaveCtx = Ctx<Save['access']>;
type BatUpdate = Calls['catalog']['batUpdate'];

async function add(ctx: SaveCtx, grant: ItemGrant, input: CallRequest<Save>): Promise<Catalog> {
  const { db } = ctx;
  const { cat_name, parent_cat_id = 0, request_id } = input;
  if (cat_name === undefined) throw new AppError('invalidRequest', { field: 'cat_name' });
  assertHasCatalogs(grant);
  const catalogs = await catalogRepository(db).list(grant);
  const place = positionUnder(catalogs, parent_cat_id, grant.edit);
  const { s_number = lastPosition(catalogs, parent_cat_id) } = input;
  const [cat_id = 0] = await catalogRepository(db).reserveIds(1);
  const row = { cat_id, cat_name, s_number, ...place, top_cat_id: place.top_cat_id || cat_id };
  await catalogRepository(db).insert(grant.itemId, [row]);
  if (request_id) await catalogRepository(db).setRequest(cat_id, request_id);
  await bumpTreeVersion(ctx, ctx, grant.itemId);
  return row;
}

async function change(ctx: SaveCtx, grant: ItemGrant, input: CallRequest<Save>): Promise<Catalog> {
  const catalogs = await catalogRepository(ctx.db).list(grant);
  const rows = applyTreeChanges(catalogs, [input], grant.edit);
  await saveTree(ctx, grant, rows);
  return rows.find((row) => row.cat_id === input.cat_id) ?? getCatalog(catalogs, input.cat_id);
}

export async function save(ctx: SaveCtx, input: CallRequest<Save>) {
  const grant = await lockTree(ctx.db, ctx.grant, ctx.viewer.uid);
  if (input.cat_id > 0) return change(ctx, grant, input);
  const { request_id } = input;
  const cat_id =
    request_id && (await catalogRepository(ctx.db).findByRequest(grant.itemId, request_id));
  return cat_id ? change(ctx, grant, { ...input, cat_id }) : add(ctx, grant, input);
}

/** Catalogs that are not in the request remain unchanged. */
export async function batUpdate(ctx: Ctx<BatUpdate['access']>, { cats }: CallRequest<BatUpdate>) {
  const grant = await lockTree(ctx.db, ctx.grant, ctx.viewer.uid);
  await saveTree(
    ctx,
    grant,
    applyTreeChanges(await catalogRepository(ctx.db).list(grant), cats, grant.edit),
  );
  return {};
}
