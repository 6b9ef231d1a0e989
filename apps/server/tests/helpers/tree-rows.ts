import type { TestSite } from './site.ts';

/** Rows whose item or position does not match the page or the parent catalog. */
export async function findInconsistentRows(site: TestSite) {
  return site.database.query(
    `select 'body' as stray, b.page_id from page_body b join page p using (page_id)
       where b.item_id <> p.item_id
     union all select 'search', s.page_id from page_search s join page p using (page_id)
       where s.item_id <> p.item_id
     union all select 'history', h.page_id from page_history h join page p using (page_id)
       where h.item_id <> p.item_id
     union all select 'mock', m.page_id from mock m join page p using (page_id)
       where m.item_id <> p.item_id
     union all select 'draft', d.page_id from page_draft d join page p using (page_id)
       where d.item_id <> p.item_id
     union all select 'catalog', p.page_id from page p
       left join catalog c on c.cat_id = p.cat_id
       where p.del_time is null and case when p.cat_id = 0 then p.top_cat_id <> 0
         else c.cat_id is null or c.item_id <> p.item_id or c.top_cat_id <> p.top_cat_id end
     union all select 'tree', c.cat_id from catalog c
       left join catalog up on up.cat_id = c.parent_cat_id
       where case when c.parent_cat_id = 0 then c.level <> 1 or c.top_cat_id <> c.cat_id
         else up.item_id is distinct from c.item_id or c.level <> up.level + 1
           or c.top_cat_id <> up.top_cat_id end`,
  );
}

/** All rows of the items that a move may change, as text. */
export async function dumpTree(site: TestSite, ...itemIds: readonly number[]): Promise<string[]> {
  const rows = await site.database.query<{ row: string }>(
    `select 'page ' || page::text as row from page where item_id = any($1)
     union all select 'body ' || t::text from page_body t where item_id = any($1)
     union all select 'search ' || t::text from page_search t where item_id = any($1)
     union all select 'history ' || t::text from page_history t where item_id = any($1)
     union all select 'mock ' || t::text from mock t where item_id = any($1)
     union all select 'import ' || t::text from import_page t where item_id = any($1)
     union all select 'catalog ' || t::text from catalog t where item_id = any($1)
     union all select 'member ' || t::text from item_member t where item_id = any($1)
     union all select 'file ' || t::text from page_file t join page using (page_id)
       where item_id = any($1)
     union all select 'lock ' || t::text from page_lock t join page using (page_id)
       where item_id = any($1)
     order by 1`,
    [itemIds],
  );
  return rows.map(({ row }) => row);
}

/** The titles of the pages of a catalog in their order. */
export async function pageTitles(
  site: TestSite,
  itemId: number,
  catalog: { readonly cat_id: number } = { cat_id: 0 },
): Promise<string[]> {
  const rows = await site.database.query<{ page_title: string }>(
    `select page_title from page where item_id = $1 and cat_id = $2 and del_time is null
     order by s_number, page_id`,
    [itemId, catalog.cat_id],
  );
  return rows.map((row) => row.page_title);
}
