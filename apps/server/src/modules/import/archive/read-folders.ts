import type { Imported, ImportedPage } from '../imported.ts';
import { firstHeading } from './first-heading.policy.ts';
import { nameOfArchive, titleFrom, wayFrom } from './names.ts';
import type { Archive } from './open-archive.ts';
import { linksOf, pageTexts, tooLongNote } from './page-texts.ts';

const MARKDOWN = /\.(md|markdown)$/i;
/** The maximum number of notes on unused files. */
const MOST_NOTES = 200;

/** Numeric order for numbered files: 2 comes before 10. */
const inOrder = new Intl.Collator('en', { numeric: true });

/** A single top-level folder that contains all files; it names the item and is not a catalog. */
function commonFolder(names: readonly string[]): string {
  const [first = ''] = names;
  const top = first.slice(0, first.indexOf('/') + 1);
  return top !== '' && names.every((name) => name.startsWith(top)) ? top : '';
}

/** Reads folders with Markdown files: folders become catalogs, and files become pages titled by their first heading. */
export async function readFolders(archive: Archive, fileName: string): Promise<Imported> {
  const names = [...archive.files.keys()];
  const root = commonFolder(names);
  const files = names.filter((name) => MARKDOWN.test(name)).toSorted(inOrder.compare);
  const pageAt = new Map(files.map((name, at) => [name, at]));
  const texts = pageTexts(archive);
  const pages: ImportedPage[] = [];
  const notes: string[] = [];
  const shown = new Set<string>();
  for (const name of files) {
    const text = await texts.read(name);
    if (text === undefined) notes.push(tooLongNote(name));
    const titled = firstHeading(text ?? '');
    const page_content = titled?.text ?? text ?? '';
    const folders = name.slice(root.length).split('/');
    const file = folders.pop() ?? '';
    const links = linksOf(page_content, name, archive, pageAt);
    for (const target of links.values()) if ('file' in target) shown.add(target.file);
    pages.push({
      way: wayFrom(folders),
      page_title: titleFrom(titled?.title ?? file.replace(MARKDOWN, ''), file),
      page_content,
      source: name,
      links,
    });
  }
  const unseen = names.filter((name) => !pageAt.has(name) && !shown.has(name));
  return {
    item_name: root === '' ? nameOfArchive(fileName) : titleFrom(root.slice(0, -1), fileName),
    item_description: '',
    pages,
    notes: [...notes, ...unseen.slice(0, MOST_NOTES)],
  };
}
