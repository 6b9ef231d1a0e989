import type { Language } from '@octavo/contract/entities';
import type { MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import { runApiToMarkdown } from '@octavo/markdown/run-api';
import type { ItemGrant } from '../../access/grant.ts';
import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import { buildMenu } from '../item/menu.policy.ts';
import type { Menu } from '../item/menu.policy.ts';

export type ExportFile = Awaited<ReturnType<Repositories['exports']['listFiles']>>[number];
type PageRow = Awaited<ReturnType<Repositories['exports']['listPages']>>[number];

/** A catalog or a page, in the order of the tree. */
export interface Chapter {
  readonly title: string;
  /** 1 at the root of the export. */
  readonly level: number;
  /** The position among all chapters, from 1. */
  readonly number: number;
  /** The number of the parent catalog, 0 at the root. */
  readonly parent: number;
  /** The names of the catalogs above it; for a catalog, including its own name. */
  readonly way: readonly string[];
  readonly s_number: number;
  readonly page: PageRow | undefined;
}

export interface ReadChapter extends Chapter {
  /** Markdown, or the data of a sheet. Empty for a catalog. */
  readonly content: string;
  /** The stored content: for a Run-API page, its data. */
  readonly stored: string;
  readonly files: readonly ExportFile[];
}

export interface Selection {
  readonly cat_id: number;
  readonly page_id: number;
}

export interface ExportSource {
  readonly item: {
    readonly item_id: number;
    readonly item_name: string;
    readonly item_description: string;
    readonly item_domain: string;
    readonly item_type: number;
    readonly global_param: Readonly<Record<string, unknown>>;
  };
  /** The name of the item, or of the selected catalog or page. */
  readonly name: string;
  readonly language: Language;
  readonly chapters: readonly Chapter[];
  readonly pageCount: number;
  /** Reads all chapters with their texts, in batches. */
  read(): AsyncIterable<ReadChapter>;
}

/** Pages per statement. A page has 2 MB at most, and usually much less. */
const CHUNK = 20;
const RUN_API = 3;

type Place = Pick<Chapter, 'level' | 'parent' | 'way'>;

function chaptersOf(menu: Menu, rows: ReadonlyMap<number, PageRow>): Chapter[] {
  const found: Chapter[] = [];
  const add = (chapter: Omit<Chapter, 'number'>) =>
    found.push({ ...chapter, number: found.length + 1 });
  const addPage = ({ page_id, page_title: title, s_number }: MenuPage, above: Place) =>
    add({ title, s_number, ...above, page: rows.get(page_id) });
  const addCatalog = ({ cat_name, s_number, pages, catalogs }: MenuCatalog, above: Place) => {
    const way = [...above.way, cat_name];
    const parent = add({ title: cat_name, s_number, ...above, way, page: undefined });
    const below = { level: above.level + 1, parent, way };
    for (const page of pages) addPage(page, below);
    for (const child of catalogs) addCatalog(child, below);
  };
  const root = { level: 1, parent: 0, way: [] };
  for (const page of menu.pages) addPage(page, root);
  for (const node of menu.catalogs) addCatalog(node, root);
  return found;
}

function find(nodes: readonly MenuCatalog[], catId: number): MenuCatalog | undefined {
  for (const node of nodes) {
    const found = node.cat_id === catId ? node : find(node.catalogs, catId);
    if (found) return found;
  }
  return undefined;
}

/** The selected part of the tree; its top becomes the first level. */
function selected(menu: Menu, rows: readonly PageRow[], { cat_id, page_id }: Selection): Menu {
  if (page_id > 0) return { catalogs: [], pages: rows.filter((page) => page.page_id === page_id) };
  if (cat_id === 0) return menu;
  const node = find(menu.catalogs, cat_id);
  if (!node) throw new AppError('notFound');
  return { pages: [], catalogs: [node] };
}

/**
 * Opens the part of an item that the user may export, which is the part they may edit. Every statement checks the
 * grant; pages that are deleted during the export are left out.
 */
export async function openSource(
  repos: Repositories,
  grant: ItemGrant,
  selection: Selection,
  language: Language,
): Promise<ExportSource> {
  const editable = { ...grant, view: grant.edit };
  const head = await repos.items.findHead(grant.itemId);
  if (!head) throw new AppError('notFound');
  const [catalogs, rows] = await Promise.all([
    repos.catalogs.list(editable),
    repos.exports.listPages(editable),
  ]);
  const isPart = selection.cat_id > 0 || selection.page_id > 0;
  const byId = new Map(rows.map((row) => [row.page_id, row]));
  const chapters = chaptersOf(selected(buildMenu(catalogs, rows), rows, selection), byId);

  function written(content: string): string {
    if (head?.item_type !== RUN_API) return content;
    return runApiToMarkdown(content, language, head.global_param) ?? content;
  }

  async function* read(): AsyncIterable<ReadChapter> {
    for (let at = 0; at < chapters.length; at += CHUNK) {
      const chunk = chapters.slice(at, at + CHUNK);
      const ids = chunk.flatMap(({ page }) => (page ? [page.page_id] : []));
      const [texts, files] = await Promise.all([
        repos.exports.listTexts(editable, ids),
        repos.exports.listFiles(editable, ids),
      ]);
      const textOf = new Map(texts.map((row) => [row.page_id, row.page_content]));
      for (const chapter of chunk) {
        const id = chapter.page?.page_id;
        const content = id === undefined ? '' : textOf.get(id);
        const own = files.filter(({ page_id }) => page_id === id);
        if (content !== undefined)
          yield { ...chapter, content: written(content), stored: content, files: own };
      }
    }
  }

  return {
    item: head,
    name: (isPart && chapters[0]?.title) || head.item_name,
    language,
    chapters,
    pageCount: chapters.filter(({ page }) => page).length,
    read,
  };
}
