import type { Calls } from '@octavo/contract';
import type { CallRequest, FileAnswer } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { catalogWay } from './catalog-way.policy.ts';
import { commentPages } from './code-comments.policy.ts';
import { tablePages } from './table-dictionary.policy.ts';
import { writePages } from './written-pages.service.ts';
import type { WrittenPage } from './written-pages.service.ts';

type Open = Calls['open'];

/** More pages than any real database or source tree needs. */
const MOST_PAGES = 3000;

/** The published scripts print this answer and check for the word 成功 (success). */
async function write(
  ctx: Ctx<Open['updateDbItem']['access']>,
  pages: readonly WrittenPage[],
  field: string,
): Promise<FileAnswer> {
  if (pages.length === 0) throw new AppError('invalidRequest', { field });
  if (pages.length > MOST_PAGES) throw new AppError('tooLarge');
  await writePages(ctx, pages);
  return { body: `成功 ${pages.length}\n` };
}

export async function updateDbItem(
  ctx: Ctx<Open['updateDbItem']['access']>,
  { cat_name, s_number, ...sent }: CallRequest<Open['updateDbItem']>,
) {
  const way = catalogWay(cat_name);
  const pages = tablePages(sent, ctx.language);
  return write(
    ctx,
    pages.map((page) => ({ ...page, way, s_number })),
    'table_info',
  );
}

export async function fromComments(
  ctx: Ctx<Open['fromComments']['access']>,
  { content }: CallRequest<Open['fromComments']>,
) {
  const pages = commentPages(content, ctx.language);
  return write(
    ctx,
    pages.map(({ catalog, ...page }) => ({ ...page, way: catalogWay(catalog) })),
    'content',
  );
}
