import { AppError } from '../../../app-error.ts';
import type { Imported } from '../imported.ts';
import { withFittingType } from './item-type.policy.ts';
import { liftPictures } from './lift-pictures.ts';
import type { Archive } from './open-archive.ts';
import { readFolders } from './read-folders.ts';
import { readInfo } from './read-info.ts';
import { readOctavo } from './read-octavo.ts';

/** Detects the format by the manifest of Octavo or ShowDoc; any other archive is a tree of folders. */
export async function readArchive(archive: Archive, fileName: string): Promise<Imported> {
  const imported =
    (await readOctavo(archive)) ??
    (await readInfo(archive, fileName)) ??
    (await readFolders(archive, fileName));
  if (imported.pages.length === 0) throw new AppError('importUnreadable');
  return liftPictures(withFittingType(imported));
}
