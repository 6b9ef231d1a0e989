import type { ItemGrant } from '../../access/grant.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { extractFileKeys } from '../storage/file-name.policy.ts';
import { filterReadable } from './readable-locations.ts';
import { pageFileRepository } from './page-file.repository.ts';

interface SaveContext {
  readonly grant: Pick<ItemGrant, 'itemId'>;
  readonly viewer: { readonly uid: number };
  readonly authorize: Ctx['authorize'];
}

/**
 * Links the files mentioned in a saved text to the page, if the author may read them. Without this check, writing
 * the URL of a file into a page would give access to it. Files that the author uploaded for this page before its
 * first save are also added to the attachment list of the page.
 */
export async function linkMentionedFiles(
  { db }: UnitOfWork,
  { grant, viewer, authorize }: SaveContext,
  pageId: number,
  content: string | undefined,
): Promise<void> {
  const keys = extractFileKeys(content ?? '');
  if (keys.length === 0) return;
  const files = await pageFileRepository(db).listUnlinked(pageId, keys);
  const foreignFileIds = files
    .filter((file) => file.uid !== viewer.uid)
    .map((file) => file.file_id);
  const locations =
    foreignFileIds.length === 0 ? [] : await pageFileRepository(db).listLocations(foreignFileIds);
  const readableLocations = await filterReadable(locations, (itemId) => authorize('view', itemId));
  const readableFileIds = new Set(readableLocations.map((location) => location.file_id));
  const newLinks = files
    .filter(({ uid, file_id }) => uid === viewer.uid || readableFileIds.has(file_id))
    .map(({ file_id, uid, item_id, hasPage }) => {
      const is_bound = uid === viewer.uid && item_id === grant.itemId && !hasPage;
      return { file_id, is_bound };
    });
  if (newLinks.length > 0) await pageFileRepository(db).link(pageId, newLinks);
}
