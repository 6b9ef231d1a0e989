import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx, Handlers } from '../../http/context.ts';
import { remove as removeCatalog } from '../catalog/delete-catalog.service.ts';
import { save as saveCatalog } from '../catalog/save-catalog.service.ts';
import { importWithoutReview } from '../import/create-import.ts';
import { loadPage, pageInfo } from '../page/page-info.service.ts';
import { remove as removePage } from '../page/page-tree.service.ts';
import { toCatalogPath } from '../catalog/catalog-path.policy.ts';
import { fromComments, updateDbItem } from './generators.service.ts';
import { deleteAttachment, uploadAttachment } from './open-files.service.ts';
import { writePages } from './write-pages.service.ts';
import { pageRepository } from '../page/page.repository.ts';

type Open = Calls['open'];

/** Longer than for interactive requests, because scripts can wait. */
const IMPORT_TIMEOUT_MS = 20_000;

/** The context of an item token has the grant that the page and catalog services require. */
function toItemCtx(ctx: Ctx<Open['getPage']['access']>) {
  return { ...ctx };
}

async function updateItem(
  ctx: Ctx<Open['updateItem']['access']>,
  { cat_name, cat_name_sub, ...page }: CallRequest<Open['updateItem']>,
) {
  const catalogPath = toCatalogPath(cat_name, cat_name_sub);
  const [pageId = 0] = await writePages(ctx, [{ catalogPath, ...page }]);
  const writtenPage = await pageRepository(ctx.db).findWithContent(pageId);
  if (!writtenPage) throw new AppError('notFound');
  return pageInfo(ctx.grant, writtenPage);
}

async function getPage(
  ctx: Ctx<Open['getPage']['access']>,
  { page_id, page_title }: CallRequest<Open['getPage']>,
) {
  const pageId = page_id || (await pageRepository(ctx.db).findByTitle(ctx.grant, page_title));
  if (!pageId) throw new AppError('notFound');
  return pageInfo(ctx.grant, await loadPage(toItemCtx(ctx), pageId));
}

async function getCatalogTree({ deps, grant }: Ctx<Open['getCatalogTree']['access']>) {
  const itemMeta = await deps.itemMetaCache.get(grant.itemId);
  if (!itemMeta) throw new AppError('notFound');
  const { menu } = await deps.menuCache.get(itemMeta, grant);
  return menu;
}

export const openRoutes: Handlers<Open> = {
  updateItem,
  getPage,
  getCatalogTree,
  updateDbItem,
  fromComments,
  uploadAttachment,
  deleteAttachment,
  importFile: async (ctx) => {
    const { grant } = ctx;
    const result = await importWithoutReview({ ...ctx }, grant.itemId, IMPORT_TIMEOUT_MS);
    const { task_id, state, added, changed, counts, notes } = result;
    return {
      task_id,
      is_done: state === 'done',
      added,
      changed,
      conflicts: counts.conflict,
      notes,
    };
  },
  deletePage: async (ctx, { page_id }) => {
    await removePage(toItemCtx(ctx), { page_id });
    return { page_id };
  },
  createCatalog: (ctx, { cat_name, parent_cat_id, s_number }) => {
    const row = { item_id: ctx.grant.itemId, cat_id: 0, cat_name, parent_cat_id, s_number };
    return saveCatalog(toItemCtx(ctx), row);
  },
  updateCatalog: (ctx, { cat_id, cat_name, s_number }) =>
    saveCatalog(toItemCtx(ctx), { item_id: ctx.grant.itemId, cat_id, cat_name, s_number }),
  deleteCatalog: (ctx, { cat_id }) => removeCatalog(toItemCtx(ctx), { cat_id }),
};
