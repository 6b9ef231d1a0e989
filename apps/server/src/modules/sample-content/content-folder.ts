import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Language } from '@octavo/contract/entities';

const CONTENT_ROOT = new URL('../../../content/', import.meta.url);

export type ContentName = 'help' | 'demo';

/** One Markdown file: its first heading is the title, the rest the text. */
export interface ContentFile {
  /** Relative to the folder of the item: `02-orders/01-create-an-order.md`. */
  readonly path: string;
  /** The folder of the file; empty for the root. For an `index.md`, the folder that it describes. */
  readonly folder: string;
  /** The numeric prefix of the file name. */
  readonly order: number;
  readonly title: string;
  readonly text: string;
}

/** An item as folders and files: an `index.md` describes its folder, every other file is a page. */
export interface Content {
  readonly item: ContentFile;
  readonly catalogs: readonly ContentFile[];
  readonly pages: readonly ContentFile[];
}

const INDEX_FILE = 'index.md';

function orderOf(name: string): number {
  return Number.parseInt(name, 10);
}

function parse(path: string, source: string): ContentFile {
  const [, title = '', text = ''] = /^# (.+)\n+([^]*)$/.exec(source) ?? [];
  const folder = posix.dirname(path) === '.' ? '' : posix.dirname(path);
  const name = posix.basename(posix.basename(path) === INDEX_FILE ? folder : path);
  return { path, folder, order: orderOf(name), title: title.trim(), text: text.trimEnd() };
}

export async function readContent(name: ContentName, language: Language): Promise<Content> {
  const root = new URL(`${name}/${language}/`, CONTENT_ROOT);
  const paths = (await readdir(root, { recursive: true })).filter((path) => path.endsWith('.md'));
  const files = await Promise.all(
    paths.toSorted().map(async (path) => parse(path, await readFile(new URL(path, root), 'utf8'))),
  );
  const isIndex = ({ path }: ContentFile) => posix.basename(path) === INDEX_FILE;
  const item = files.find(({ path }) => path === INDEX_FILE);
  if (!item) throw new Error(`the sample content ${name} has no ${INDEX_FILE}`);
  return {
    item,
    catalogs: files.filter((file) => isIndex(file) && file !== item),
    pages: files.filter((file) => !isIndex(file)),
  };
}
