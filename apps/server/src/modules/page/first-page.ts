import { TABLE_ITEM } from '@octavo/contract/item-type';
import { MARKDOWN_PAGE, SHEET_PAGE } from '@octavo/contract/page-type';
import type { UnitOfWork } from '../../http/context.ts';
import { toSearchBody, toSearchText } from '../search-index/search-text.ts';
import { pageSaveRepository } from './page-save.repository.ts';

interface NewItem {
  readonly item_id: number;
  readonly item_type: number;
  readonly item_name: string;
  readonly uid: number;
  readonly username: string;
}

/** Inserts the only page of a single-page or table item. It starts with the item's name; both can be renamed independently. */
export async function insertFirstPage({ db }: UnitOfWork, item: NewItem): Promise<void> {
  const page_type = item.item_type === TABLE_ITEM ? SHEET_PAGE : MARKDOWN_PAGE;
  const page = {
    page_title: item.item_name,
    search: toSearchText(item.item_name, toSearchBody('', page_type)),
    page_content: '',
    method: '',
    page_type,
    cat_id: 0,
    top_cat_id: 0,
  };
  await pageSaveRepository(db).insert(item.item_id, [page], item);
}
