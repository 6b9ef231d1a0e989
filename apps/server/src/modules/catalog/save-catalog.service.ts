import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { getCatalog, placeUnder, replant } from './catalog.policy.ts';
import type { Catalog } from './catalog.policy.ts';
import { assertHasCatalogs, holdTrees, tellTree, writeTree } from './change-tree.ts';

type Save = Calls['catalog']['save'];
type BatUpdate = Calls['catalog']['batUpdate'];

const LAST = 99;

async function add(ctx: Ctx<Save['access']>, input: CallRequest<Save>): Promise<Catalog> {
  const { grant, repos } = ctx;
  const { cat_name, parent_cat_id = 0, s_number = LAST } = input;
  if (cat_name === undefined) throw new AppError('invalidRequest', { field: 'cat_name' });
  assertHasCatalogs(grant);
  const place = placeUnder(await repos.catalogs.list(grant), parent_cat_id, grant.edit);
  const [cat_id = 0] = await repos.catalogs.reserveIds(1);
  const row = { cat_id, cat_name, s_number, ...place, top_cat_id: place.top_cat_id || cat_id };
  await repos.catalogs.insert(grant.itemId, [row]);
  await tellTree(ctx, grant);
  return row;
}

async function change(ctx: Ctx<Save['access']>, input: CallRequest<Save>): Promise<Catalog> {
  const { grant, repos } = ctx;
  const catalogs = await repos.catalogs.list(grant);
  const rows = replant(catalogs, [input], grant.edit);
  await writeTree(ctx, grant, rows);
  return rows.find((row) => row.cat_id === input.cat_id) ?? getCatalog(catalogs, input.cat_id);
}

export async function save(ctx: Ctx<Save['access']>, input: CallRequest<Save>) {
  await holdTrees(ctx, [ctx.grant]);
  return input.cat_id === 0 ? add(ctx, input) : change(ctx, input);
}

/** Catalogs that were not sent stay as they are. */
export async function batUpdate(ctx: Ctx<BatUpdate['access']>, { cats }: CallRequest<BatUpdate>) {
  const { grant, repos } = ctx;
  await holdTrees(ctx, [grant]);
  await writeTree(ctx, grant, replant(await repos.catalogs.list(grant), cats, grant.edit));
  return {};
}
