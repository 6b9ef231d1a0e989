import { hasSinglePage, SINGLE_PAGE_ITEM } from '@octavo/contract/item-type';
import type { ItemGrant } from '../../access/grant.ts';
import { lockTree } from '../../access/lock-trees.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { lastPosition, positionUnder } from '../catalog/catalog.policy.ts';
import type { Catalog } from '../catalog/catalog.policy.ts';
import { deleteVersion } from '../history/history-chain.ts';
import { save } from '../page/save-page.service.ts';
import { catalogRepository } from '../catalog/catalog.repository.ts';
import { pageRepository } from '../page/page.repository.ts';
import { pageHistoryRepository } from '../history/page-history.repository.ts';

type OpenCtx = Ctx<{ who: 'itemToken'; right: 'edit'; ids: readonly string[] }>;

export interface PageInput {
  readonly catalogPath: readonly string[];
  readonly page_title: string;
  readonly page_content: string;
  readonly s_number?: number | undefined;
}

/** Author of pages written by scripts; users cannot register this name. */
const SCRIPT_AUTHOR = 'API';
const MERGE_WINDOW_MS = 60 * 60_000;

/** Returns the catalog at the end of a path. Missing catalogs are created and added to the list. */
async function ensureCatalog(
  { db }: OpenCtx,
  grant: ItemGrant,
  catalogs: Catalog[],
  catalogPath: readonly string[],
): Promise<number> {
  let catId = 0;
  for (const cat_name of catalogPath) {
    const parent = catId;
    const existing = catalogs.find(
      (row) => row.parent_cat_id === parent && row.cat_name === cat_name,
    );
    if (existing) {
      catId = existing.cat_id;
      continue;
    }
    const position = positionUnder(catalogs, parent, grant.edit);
    const [cat_id = 0] = await catalogRepository(db).reserveIds(1);
    const row = {
      cat_id,
      cat_name,
      s_number: lastPosition(catalogs, parent),
      ...position,
      top_cat_id: position.top_cat_id || cat_id,
    };
    await catalogRepository(db).insert(grant.itemId, [row]);
    catalogs.push(row);
    catId = cat_id;
  }
  return catId;
}

/** A single-page item always uses its only page, whatever the title. */
async function findPage(ctx: OpenCtx, grant: ItemGrant, title: string, catId: number) {
  if (!hasSinglePage(grant.itemType))
    return pageRepository(ctx.db).findByTitle(grant, title, catId);
  if (grant.itemType !== SINGLE_PAGE_ITEM) throw new AppError('forbidden');
  const [only] = await pageRepository(ctx.db).listMenu(grant);
  return only?.page_id;
}

/** Keeps only one version an hour of frequent script updates, so that they do not displace other versions. */
async function mergeScriptVersions(ctx: OpenCtx, grant: ItemGrant, pageId: number): Promise<void> {
  const [newest] = await pageHistoryRepository(ctx.db).list(grant, pageId);
  if (newest?.author_username !== SCRIPT_AUTHOR || newest.page_comments !== '') return;
  if (ctx.deps.now().getTime() - newest.addtime.getTime() > MERGE_WINDOW_MS) return;
  await deleteVersion(ctx.db, grant, pageId, newest.version);
}

/** Creates or updates pages by title and catalog, in one transaction and with page history. */
export async function writePages(
  ctx: OpenCtx,
  pages: readonly PageInput[],
): Promise<readonly number[]> {
  const grant = await lockTree(ctx.db, ctx.grant, ctx.viewer.uid);
  const catalogs = await catalogRepository(ctx.db).list(grant);
  const script = { ...ctx, grant, viewer: { ...ctx.viewer, username: SCRIPT_AUTHOR } };
  const pageIds: number[] = [];
  for (const { catalogPath, page_title, page_content, s_number } of pages) {
    const cat_id = hasSinglePage(grant.itemType)
      ? 0
      : await ensureCatalog(ctx, grant, catalogs, catalogPath);
    const existingId = await findPage(ctx, grant, page_title, cat_id);
    const { page_id, version } = await save(
      script,
      { page_id: existingId ?? 0, cat_id, page_title, page_content, s_number, is_urlencode: false },
      'script',
    );
    if (existingId && version > 1) await mergeScriptVersions(ctx, grant, page_id);
    pageIds.push(page_id);
  }
  return pageIds;
}
