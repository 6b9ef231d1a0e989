import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import { visiblePages } from '../../access/visible-pages.ts';
import type { ViewGrant } from '../../access/visible-pages.ts';

/** Queries for exports, limited to the pages that the grant shows. */
export const exportRepository = repository((db) => ({
  /** In the order of the tree. */
  listPages: (grant: ViewGrant) =>
    visiblePages(db, grant)
      .select(['page_id', 'page_title', 'cat_id', 's_number', 'page_type', 'method'])
      .orderBy('s_number')
      .orderBy('page_id')
      .execute(),

  listTexts: (grant: ViewGrant, pageIds: readonly number[]) =>
    visiblePages(db, grant)
      .innerJoin('page_body', 'page_body.page_id', 'page.page_id')
      .select(['page.page_id', 'page_body.page_content'])
      .where(sql<boolean>`page.page_id = any(${pageIds}::bigint[])`)
      .execute(),

  /** The files of these pages: the right to read a page includes its files. */
  listFiles: (grant: ViewGrant, pageIds: readonly number[]) =>
    visiblePages(db, grant)
      .innerJoin('page_file', 'page_file.page_id', 'page.page_id')
      .innerJoin('upload_file', 'upload_file.file_id', 'page_file.file_id')
      .select([
        'page.page_id',
        'page_file.is_bound',
        'upload_file.file_id',
        'upload_file.file_key',
        'upload_file.object_key',
        'upload_file.store',
        'upload_file.display_name',
        'upload_file.file_type',
        'upload_file.file_size',
        'upload_file.width',
        'upload_file.height',
      ])
      .where(sql<boolean>`page.page_id = any(${pageIds}::bigint[])`)
      .orderBy('upload_file.file_id')
      .execute(),
}));
