import type { Calls } from '@octavo/contract';
import type { CallRequest, FileResult } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { toCatalogPath } from '../catalog/catalog-path.policy.ts';
import { parseCommentPages } from './code-comments.policy.ts';
import { tablePages } from './table-dictionary.policy.ts';
import { writePages } from './write-pages.service.ts';
import type { PageInput } from './write-pages.service.ts';

type Open = Calls['open'];

/** More pages than any real database or source tree needs. */
const MAX_PAGES = 3000;

/** The published scripts print this answer and check for the word 成功 (success). */
async function writeAndReport(
  ctx: Ctx<Open['updateDbItem']['access']>,
  pages: readonly PageInput[],
  field: string,
): Promise<FileResult> {
  if (pages.length === 0) throw new AppError('invalidRequest', { field });
  if (pages.length > MAX_PAGES) throw new AppError('tooLarge');
  await writePages(ctx, pages);
  return { body: `成功 ${pages.length}\n` };
}

export async function updateDbItem(
  ctx: Ctx<Open['updateDbItem']['access']>,
  { cat_name, s_number, ...clientOutput }: CallRequest<Open['updateDbItem']>,
) {
  const catalogPath = toCatalogPath(cat_name);
  const pages = tablePages(clientOutput, ctx.language);
  return writeAndReport(
    ctx,
    pages.map((page) => ({ ...page, catalogPath, s_number })),
    'table_info',
  );
}

export async function fromComments(
  ctx: Ctx<Open['fromComments']['access']>,
  { content }: CallRequest<Open['fromComments']>,
) {
  const pages = parseCommentPages(content, ctx.language);
  return writeAndReport(
    ctx,
    pages.map(({ catalog, ...page }) => ({ ...page, catalogPath: toCatalogPath(catalog) })),
    'content',
  );
}
