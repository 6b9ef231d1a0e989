import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { hasSinglePage } from '@octavo/contract/item-type';
import { editableItems } from '../../access/editable-items.ts';
import type { Ctx } from '../../http/context.ts';
import { catalogRepository } from './catalog.repository.ts';

type Search = Calls['catalog']['search'];

const MAX_FOUND_CATALOGS = 50;

/** Finds targets of a move or copy: catalogs in which the caller may edit. */
export async function search(ctx: Ctx<Search['access']>, { keyword }: CallRequest<Search>) {
  const items = (await editableItems(ctx.db, ctx.viewer)).filter(
    ({ itemType }) => !hasSinglePage(itemType),
  );
  const names = new Map(items.map(({ itemId, itemName }) => [itemId, itemName]));
  const found = await catalogRepository(ctx.db).searchByName(items, keyword, MAX_FOUND_CATALOGS);
  return found.map((row) => ({ ...row, item_name: names.get(row.item_id) ?? '' }));
}
