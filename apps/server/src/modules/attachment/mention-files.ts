import type { ItemGrant } from '../../access/grant.ts';
import type { Ctx, Work } from '../../http/context.ts';
import { fileKeysIn } from './file-name.policy.ts';
import { readablePlaces } from './may-read.ts';

interface Saver {
  readonly grant: Pick<ItemGrant, 'itemId'>;
  readonly viewer: { readonly uid: number };
  readonly admit: Ctx['admit'];
}

/**
 * Links the files mentioned in a saved text to the page, if the author may read them. Without this check, writing
 * the URL of a file into a page would give access to it. Files that the author uploaded for this page before its
 * first save are also added to the attachment list of the page.
 */
export async function mentionFiles(
  { repos }: Work,
  { grant, viewer, admit }: Saver,
  pageId: number,
  content: string | undefined,
): Promise<void> {
  const keys = fileKeysIn(content ?? '');
  if (keys.length === 0) return;
  const files = await repos.pageFiles.listOthers(pageId, keys);
  const foreign = files.filter((file) => file.uid !== viewer.uid).map((file) => file.file_id);
  const places = foreign.length === 0 ? [] : await repos.pageFiles.listPlaces(foreign);
  const open = await readablePlaces(places, (itemId) => admit('view', itemId));
  const readable = new Set(open.map((place) => place.file_id));
  const added = files
    .filter(({ uid, file_id }) => uid === viewer.uid || readable.has(file_id))
    .map(({ file_id, uid, item_id, hasPage }) => {
      const is_bound = uid === viewer.uid && item_id === grant.itemId && !hasPage;
      return { file_id, is_bound };
    });
  if (added.length > 0) await repos.pageFiles.add(pageId, added);
}
