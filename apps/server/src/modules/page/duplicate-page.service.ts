import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { Language } from '@octavo/contract/entities';
import { hasSinglePage } from '@octavo/contract/item-type';
import { MAX_PAGE_TITLE_LENGTH } from '@octavo/contract/limits';
import { lockEditablePage } from '../../access/lock-item.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { invalidatePages, bumpTreeVersion } from '../../realtime/invalidate.ts';
import { translateTo } from '../../texts.ts';
import { toSearchText } from '../search-index/search-text.ts';
import { deriveFromContent } from './derive-content.ts';
import { pageFileRepository } from './page-file.repository.ts';
import { pageRepository } from './page.repository.ts';
import { pageSaveRepository } from './page-save.repository.ts';
import { positionAfter } from './save-page.service.ts';

type Duplicate = Calls['page']['duplicate'];

/** Shortens the title of the original, never the word that marks the copy. */
function titleOfCopy(language: Language, title: string): string {
  const added = translateTo(language, 'page.copyOf', { title: '' }).length;
  const shortened = title.slice(0, MAX_PAGE_TITLE_LENGTH - added).replace(/[\uD800-\uDBFF]$/, '');
  return translateTo(language, 'page.copyOf', { title: shortened.trimEnd() });
}

export async function duplicate(
  ctx: Ctx<Duplicate['access']>,
  { page_id }: CallRequest<Duplicate>,
) {
  const { db, grant, viewer } = ctx;
  if (hasSinglePage(grant.itemType)) throw new AppError('forbidden');
  const { page } = await lockEditablePage(db, grant, viewer.uid, {
    pageId: page_id,
    lockMode: 'tree',
  });
  const page_content = await pageRepository(db).getContent(page_id);
  const { searched, links } = deriveFromContent(
    page_content,
    page.page_type,
    ctx.deps.config.publicUrl.origin,
  );
  const page_title = titleOfCopy(ctx.language, page.page_title);
  const copy = {
    cat_id: page.cat_id,
    top_cat_id: page.top_cat_id,
    s_number: await positionAfter(ctx, ctx, page, page_id),
    page_type: page.page_type,
    page_title,
    page_content,
    method: page.method,
    search: toSearchText(page_title, searched),
    links,
  };
  const [newId = 0] = await pageSaveRepository(db).insert(grant.itemId, [copy], viewer);
  await pageFileRepository(db).copy(page_id, newId);
  await bumpTreeVersion(ctx, ctx, grant.itemId);
  // Other processes may have looked up this id before the page existed.
  invalidatePages(ctx, ctx, [newId]);
  return { page_id: newId, page_title };
}
