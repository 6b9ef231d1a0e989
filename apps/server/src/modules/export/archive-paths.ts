import type { Chapter, ExportFile } from './export-source.ts';
import { safeName, splitExtension, uniqueNames } from '../../lib/file-names.ts';

const FILES = 'files';

/** The paths of an item's content in an archive: catalogs are folders, pages and uploaded files have names. */
export interface ArchivePaths {
  /** The path of a catalog by its number, like `a/b/`; empty for the root. */
  folder(number: number): string;
  page(number: number): string;
  pageOfId(pageId: number): string | undefined;
  file(file: ExportFile): string;
  /** In the order of the first `file` call for each. */
  files(): ReadonlyMap<string, ExportFile>;
}

interface Layout {
  /** Reserved names at the root. */
  readonly taken: readonly string[];
  extension(page: NonNullable<Chapter['page']>): string;
  /** Changes the name of an uploaded file; unchanged when absent. */
  fileName?(displayName: string): string;
}

export function assignPaths(chapters: readonly Chapter[], layout: Layout): ArchivePaths {
  const { taken, extension, fileName = (name) => name } = layout;
  const folders = new Map([[0, '']]);
  const names = new Map([[0, uniqueNames([FILES, ...taken])]]);
  const pages = new Map<number, string>();
  const ids = new Map<number, string>();
  for (const { number, parent, title, page } of chapters) {
    const parentFolder = folders.get(parent) ?? '';
    const uniqueName = names.get(parent);
    const name = safeName(title, 'untitled');
    if (page) {
      const path = parentFolder + (uniqueName?.(name, extension(page)) ?? name);
      pages.set(number, path);
      ids.set(page.page_id, path);
    } else {
      folders.set(number, `${parentFolder}${uniqueName?.(name) ?? name}/`);
      names.set(number, uniqueNames());
    }
  }
  const uniqueFileName = uniqueNames();
  const filePaths = new Map<number, string>();
  const files = new Map<string, ExportFile>();
  return {
    folder: (number) => folders.get(number) ?? '',
    page: (number) => pages.get(number) ?? '',
    pageOfId: (pageId) => ids.get(pageId),
    file(file) {
      const existing = filePaths.get(file.file_id);
      if (existing !== undefined) return existing;
      const name = fileName(safeName(file.display_name, 'file'));
      const path = `${FILES}/${uniqueFileName(...splitExtension(name))}`;
      filePaths.set(file.file_id, path);
      files.set(path, file);
      return path;
    },
    files: () => files,
  };
}

/** The relative URL from one path to another, encoded for Markdown and HTML. */
export function relativeLink(from: string, to: string): string {
  const fromParts = from.split('/').slice(0, -1);
  const toParts = to.split('/');
  let common = 0;
  while (common < fromParts.length && fromParts[common] === toParts[common]) common += 1;
  const up = fromParts.slice(common).map(() => '..');
  return [...up, ...toParts.slice(common)]
    .map((part) =>
      encodeURIComponent(part).replaceAll(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
}
