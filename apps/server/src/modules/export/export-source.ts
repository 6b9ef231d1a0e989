import type { Language } from '@octavo/contract/entities';
import type { MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import { RUN_API_ITEM } from '@octavo/contract/item-type';
import { runApiToMarkdown } from '@octavo/markdown/run-api';
import type { ItemGrant } from '../../access/grant.ts';
import { AppError } from '../../app-error.ts';
import { buildMenu } from '../catalog/menu.policy.ts';
import type { Menu } from '../catalog/menu.policy.ts';
import type { Connection } from '../../db/connect.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { catalogRepository } from '../catalog/catalog.repository.ts';
import { exportRepository } from './export.repository.ts';

export type ExportFile = Awaited<
  ReturnType<ReturnType<typeof exportRepository>['listFiles']>
>[number];
type PageRow = Awaited<ReturnType<ReturnType<typeof exportRepository>['listPages']>>[number];

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
  readonly catalogPath: readonly string[];
  readonly s_number: number;
  readonly page: PageRow | undefined;
}

export interface LoadedChapter extends Chapter {
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
  read(): AsyncIterable<LoadedChapter>;
}

/** Pages per statement. A page has 2 MB at most, and usually much less. */
const BATCH_SIZE = 20;

type ChapterPosition = Pick<Chapter, 'level' | 'parent' | 'catalogPath'>;

function chaptersOf(menu: Menu, rows: ReadonlyMap<number, PageRow>): Chapter[] {
  const result: Chapter[] = [];
  const add = (chapter: Omit<Chapter, 'number'>) =>
    result.push({ ...chapter, number: result.length + 1 });
  const addPage = ({ page_id, page_title: title, s_number }: MenuPage, position: ChapterPosition) =>
    add({ title, s_number, ...position, page: rows.get(page_id) });
  const addCatalog = (
    { cat_name, s_number, pages, catalogs }: MenuCatalog,
    position: ChapterPosition,
  ) => {
    const catalogPath = [...position.catalogPath, cat_name];
    const parent = add({ title: cat_name, s_number, ...position, catalogPath, page: undefined });
    const childPosition = { level: position.level + 1, parent, catalogPath };
    for (const page of pages) addPage(page, childPosition);
    for (const child of catalogs) addCatalog(child, childPosition);
  };
  const root = { level: 1, parent: 0, catalogPath: [] };
  for (const page of menu.pages) addPage(page, root);
  for (const node of menu.catalogs) addCatalog(node, root);
  return result;
}

function findCatalog(nodes: readonly MenuCatalog[], catId: number): MenuCatalog | undefined {
  for (const node of nodes) {
    const result = node.cat_id === catId ? node : findCatalog(node.catalogs, catId);
    if (result) return result;
  }
  return undefined;
}

/** The selected part of the tree; its top becomes the first level. */
function selectMenu(menu: Menu, rows: readonly PageRow[], { cat_id, page_id }: Selection): Menu {
  if (page_id > 0) return { catalogs: [], pages: rows.filter((page) => page.page_id === page_id) };
  if (cat_id === 0) return menu;
  const node = findCatalog(menu.catalogs, cat_id);
  if (!node) throw new AppError('notFound');
  return { pages: [], catalogs: [node] };
}

/**
 * Opens the part of an item that the user may export, which is the part they may edit. Every statement checks the
 * grant; pages that are deleted during the export are left out.
 */
export async function openExportSource(
  db: Connection,
  grant: ItemGrant,
  selection: Selection,
  language: Language,
): Promise<ExportSource> {
  const editable = { ...grant, view: grant.edit };
  const meta = await itemRepository(db).findMeta(grant.itemId);
  if (!meta) throw new AppError('notFound');
  const [catalogs, rows] = await Promise.all([
    catalogRepository(db).list(editable),
    exportRepository(db).listPages(editable),
  ]);
  const isPart = selection.cat_id > 0 || selection.page_id > 0;
  const byId = new Map(rows.map((row) => [row.page_id, row]));
  const chapters = chaptersOf(selectMenu(buildMenu(catalogs, rows), rows, selection), byId);

  function toMarkdown(content: string): string {
    if (meta?.item_type !== RUN_API_ITEM) return content;
    return runApiToMarkdown(content, language, meta.global_param) ?? content;
  }

  async function* read(): AsyncIterable<LoadedChapter> {
    for (let at = 0; at < chapters.length; at += BATCH_SIZE) {
      const batch = chapters.slice(at, at + BATCH_SIZE);
      const ids = batch.flatMap(({ page }) => (page ? [page.page_id] : []));
      const [texts, files] = await Promise.all([
        exportRepository(db).listTexts(editable, ids),
        exportRepository(db).listFiles(editable, ids),
      ]);
      const textOf = new Map(texts.map((row) => [row.page_id, row.page_content]));
      for (const chapter of batch) {
        const id = chapter.page?.page_id;
        const content = id === undefined ? '' : textOf.get(id);
        const pageFiles = files.filter(({ page_id }) => page_id === id);
        if (content !== undefined)
          yield { ...chapter, content: toMarkdown(content), stored: content, files: pageFiles };
      }
    }
  }

  return {
    item: meta,
    name: (isPart && chapters[0]?.title) || meta.item_name,
    language,
    chapters,
    pageCount: chapters.filter(({ page }) => page).length,
    read,
  };
}
