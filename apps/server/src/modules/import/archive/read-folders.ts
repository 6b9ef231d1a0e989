import type { ImportedItem, ImportedPage } from '../imported-item.ts';
import { firstHeading } from './first-heading.policy.ts';
import { archiveTitle, toTitle, toCatalogPath } from './names.ts';
import type { Archive } from '../../../lib/zip-reader.ts';
import { findLinks, createTextReader, tooLongNote } from './text-reader.ts';

const MARKDOWN_FILE = /\.(md|markdown)$/i;
/** The maximum number of notes on unused files. */
const MAX_NOTES = 200;

/** Numeric order for numbered files: 2 comes before 10. */
const naturalOrder = new Intl.Collator('en', { numeric: true });

/** A single top-level folder that contains all files; it names the item and is not a catalog. */
function commonFolder(names: readonly string[]): string {
  const [first = ''] = names;
  const top = first.slice(0, first.indexOf('/') + 1);
  return top !== '' && names.every((name) => name.startsWith(top)) ? top : '';
}

/** Reads folders with Markdown files: folders become catalogs, and files become pages titled by their first heading. */
export async function readFolders(archive: Archive, fileName: string): Promise<ImportedItem> {
  const names = [...archive.files.keys()];
  const root = commonFolder(names);
  const files = names.filter((name) => MARKDOWN_FILE.test(name)).toSorted(naturalOrder.compare);
  const pageIndexes = new Map(files.map((name, at) => [name, at]));
  const texts = createTextReader(archive);
  const pages: ImportedPage[] = [];
  const notes: string[] = [];
  const linkedFiles = new Set<string>();
  for (const name of files) {
    const text = await texts.read(name);
    if (text === undefined) notes.push(tooLongNote(name));
    const titled = firstHeading(text ?? '');
    const page_content = titled?.text ?? text ?? '';
    const folders = name.slice(root.length).split('/');
    const file = folders.pop() ?? '';
    const links = findLinks(page_content, name, archive, pageIndexes);
    for (const target of links.values()) if ('file' in target) linkedFiles.add(target.file);
    pages.push({
      catalogPath: toCatalogPath(folders),
      page_title: toTitle(titled?.title ?? file.replace(MARKDOWN_FILE, ''), file),
      page_content,
      source: name,
      links,
    });
  }
  const unusedFiles = names.filter((name) => !pageIndexes.has(name) && !linkedFiles.has(name));
  return {
    item_name: root === '' ? archiveTitle(fileName) : toTitle(root.slice(0, -1), fileName),
    item_description: '',
    pages,
    notes: [...notes, ...unusedFiles.slice(0, MAX_NOTES)],
  };
}
