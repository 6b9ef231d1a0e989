import type { ItemGrant } from '../../access/grant.ts';
import { holdTree } from '../../access/hold-trees.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { placeUnder } from '../catalog/catalog.policy.ts';
import type { Catalog } from '../catalog/catalog.policy.ts';
import { forgetVersion } from '../page/history-chain.ts';
import { isOnePage } from '../page/page.policy.ts';
import { save } from '../page/save-page.service.ts';

type OpenCtx = Ctx<{ who: 'itemToken'; right: 'edit'; ids: readonly string[] }>;

export interface WrittenPage {
  readonly way: readonly string[];
  readonly page_title: string;
  readonly page_content: string;
  readonly s_number?: number | undefined;
}

/** Author of pages written by scripts; users cannot register this name. */
const AUTHOR = 'API';
const LAST = 99;
const HOUR_MS = 60 * 60_000;
const SINGLE_PAGE = 2;

/** Returns the catalog at the end of a path. Missing catalogs are created and added to the list. */
async function catalogAt(
  { repos }: OpenCtx,
  grant: ItemGrant,
  catalogs: Catalog[],
  way: readonly string[],
): Promise<number> {
  let at = 0;
  for (const cat_name of way) {
    const parent = at;
    const known = catalogs.find((row) => row.parent_cat_id === parent && row.cat_name === cat_name);
    if (known) {
      at = known.cat_id;
      continue;
    }
    const place = placeUnder(catalogs, parent, grant.edit);
    const [cat_id = 0] = await repos.catalogs.reserveIds(1);
    const row = {
      cat_id,
      cat_name,
      s_number: LAST,
      ...place,
      top_cat_id: place.top_cat_id || cat_id,
    };
    await repos.catalogs.insert(grant.itemId, [row]);
    catalogs.push(row);
    at = cat_id;
  }
  return at;
}

/** A single-page item always uses its only page, whatever the title. */
async function findPage(ctx: OpenCtx, grant: ItemGrant, title: string, catId: number) {
  if (!isOnePage(grant.itemType)) return ctx.repos.pages.findByTitle(grant, title, catId);
  if (grant.itemType !== SINGLE_PAGE) throw new AppError('forbidden');
  const [only] = await ctx.repos.pages.listMenu(grant);
  return only?.page_id;
}

/** Keeps only one version an hour of frequent script updates, so that they do not displace other versions. */
async function joinVersions(ctx: OpenCtx, grant: ItemGrant, pageId: number): Promise<void> {
  const [newest] = await ctx.repos.pageHistory.list(grant, pageId);
  if (newest?.author_username !== AUTHOR || newest.page_comments !== '') return;
  if (ctx.deps.now().getTime() - newest.addtime.getTime() > HOUR_MS) return;
  await forgetVersion(ctx.repos, grant, pageId, newest.version);
}

/** Creates or updates pages by title and catalog, in one transaction and with page history. */
export async function writePages(
  ctx: OpenCtx,
  pages: readonly WrittenPage[],
): Promise<readonly number[]> {
  const grant = await holdTree(ctx.repos, ctx.grant, ctx.viewer.uid);
  const catalogs = await ctx.repos.catalogs.list(grant);
  const script = { ...ctx, grant, viewer: { ...ctx.viewer, username: AUTHOR } };
  const written: number[] = [];
  for (const { way, page_title, page_content, s_number } of pages) {
    const cat_id = isOnePage(grant.itemType) ? 0 : await catalogAt(ctx, grant, catalogs, way);
    const found = await findPage(ctx, grant, page_title, cat_id);
    const { page_id, version } = await save(
      script,
      { page_id: found ?? 0, cat_id, page_title, page_content, s_number, is_urlencode: false },
      'script',
    );
    if (found && version > 1) await joinVersions(ctx, grant, page_id);
    written.push(page_id);
  }
  return written;
}
