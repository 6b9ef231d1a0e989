import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

interface Variant {
  readonly file_id: number;
  readonly width: number;
  readonly store: string;
  readonly object_key: string;
  readonly file_size: number;
}

/** Dimensions of pictures and their smaller variants. */
export const pictureRepository = repository((db) => ({
  /** For rendering a page. There is no access check, because the page is authorized and only dimensions are returned. */
  listSizes: (keys: readonly string[]) =>
    db
      .selectFrom('upload_file')
      .select(['file_key', 'file_type', 'width', 'height'])
      .where(sql<boolean>`file_key = any(${keys}::text[])`)
      .where('width', 'is not', null)
      .$narrowType<{ width: number; height: number }>()
      .execute(),

  find: (fileId: number) =>
    db
      .selectFrom('upload_file')
      .select(['file_id', 'store', 'object_key', 'file_type', 'width'])
      .where('file_id', '=', fileId)
      .executeTakeFirst(),

  findVariant: (fileId: number, width: number) =>
    db
      .selectFrom('file_variant')
      .select(['store', 'object_key', 'file_size'])
      .where('file_id', '=', fileId)
      .where('width', '=', width)
      .executeTakeFirst(),

  listVariants: (fileId: number) =>
    db
      .selectFrom('file_variant')
      .select(['store', 'object_key', 'width'])
      .where('file_id', '=', fileId)
      .execute(),

  /** False if the file was deleted meanwhile. An existing variant is not changed. */
  async addVariant(variant: Variant) {
    const { rows } = await sql<{ file_id: number }>`
        insert into file_variant (file_id, width, store, object_key, file_size)
        select file_id, ${variant.width}, ${variant.store}, ${variant.object_key},
          ${variant.file_size}
        from upload_file where file_id = ${variant.file_id} for key share
        on conflict (file_id, width) do update set width = excluded.width
        returning file_id`.execute(db);
    return rows.length > 0;
  },
}));
