import { AppError } from '../../../app-error.ts';
import type { ImportedItem } from '../imported-item.ts';
import { withValidItemType } from './item-type.policy.ts';
import { extractInlineImages } from './extract-inline-images.ts';
import type { Archive } from '../../../lib/zip-reader.ts';
import { readFolders } from './read-folders.ts';
import { readShowdoc } from './read-showdoc.ts';
import { readOctavo } from './read-octavo.ts';

/** Detects the format by the manifest of Octavo or ShowDoc; any other archive is a tree of folders. */
export async function readArchive(archive: Archive, fileName: string): Promise<ImportedItem> {
  const imported =
    (await readOctavo(archive)) ??
    (await readShowdoc(archive, fileName)) ??
    (await readFolders(archive, fileName));
  if (imported.pages.length === 0) throw new AppError('importUnreadable');
  return extractInlineImages(withValidItemType(imported));
}
