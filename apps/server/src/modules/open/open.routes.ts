import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx, Handlers } from '../../http/context.ts';
import { remove as removeCatalog } from '../catalog/delete-catalog.service.ts';
import { save as saveCatalog } from '../catalog/save-catalog.service.ts';
import { importAtOnce } from '../import/send-import.ts';
import { openPage, pageInfo } from '../page/page-info.service.ts';
import { remove as removePage } from '../page/page-tree.service.ts';
import { catalogWay } from './catalog-way.policy.ts';
import { fromComments, updateDbItem } from './generators.service.ts';
import { deleteAttachment, uploadAttachment } from './open-files.service.ts';
import { writePages } from './written-pages.service.ts';

type Open = Calls['open'];

/** Longer than for interactive requests, because scripts can wait. */
const IMPORT_MS = 20_000;

/** The context of an item token has the grant that the page and catalog services require. */
function inItem(ctx: Ctx<Open['getPage']['access']>) {
  return { ...ctx };
}

async function updateItem(
  ctx: Ctx<Open['updateItem']['access']>,
  { cat_name, cat_name_sub, ...page }: CallRequest<Open['updateItem']>,
) {
  const way = catalogWay(cat_name, cat_name_sub);
  const [pageId = 0] = await writePages(ctx, [{ way, ...page }]);
  const written = await ctx.repos.pages.findFull(pageId);
  if (!written) throw new AppError('notFound');
  return pageInfo(ctx.grant, written);
}

async function getPage(
  ctx: Ctx<Open['getPage']['access']>,
  { page_id, page_title }: CallRequest<Open['getPage']>,
) {
  const pageId = page_id || (await ctx.repos.pages.findByTitle(ctx.grant, page_title));
  if (!pageId) throw new AppError('notFound');
  return pageInfo(ctx.grant, await openPage(inItem(ctx), pageId));
}

async function getCatalogTree({ deps, grant }: Ctx<Open['getCatalogTree']['access']>) {
  const head = await deps.itemHeads.get(grant.itemId);
  if (!head) throw new AppError('notFound');
  const { menu } = await deps.menus.get(head, grant);
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
    const told = await importAtOnce({ ...ctx }, grant.itemId, IMPORT_MS);
    const { task_id, state, added, changed, counts, notes } = told;
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
    await removePage(inItem(ctx), { page_id });
    return { page_id };
  },
  createCatalog: (ctx, { cat_name, parent_cat_id, s_number }) => {
    const row = { item_id: ctx.grant.itemId, cat_id: 0, cat_name, parent_cat_id, s_number };
    return saveCatalog(inItem(ctx), row);
  },
  updateCatalog: (ctx, { cat_id, cat_name, s_number }) =>
    saveCatalog(inItem(ctx), { item_id: ctx.grant.itemId, cat_id, cat_name, s_number }),
  deleteCatalog: (ctx, { cat_id }) => removeCatalog(inItem(ctx), { cat_id }),
};
