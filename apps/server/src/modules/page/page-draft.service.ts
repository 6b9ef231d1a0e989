import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { MAX_DRAFT_REVISION } from '@octavo/contract/limits';
import { MARKDOWN_PAGE } from '@octavo/contract/page-type';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { decodeContent } from './page-content.policy.ts';
import { pageDraftRepository } from './page-draft.repository.ts';

type Page = Calls['page'];

/**
 * Stores a draft in one statement without a transaction: an editor sends one every few seconds. A draft changes nothing
 * that others see, so the rights of the authorization suffice and no row of the item is locked.
 */
export async function saveDraft(
  { db, deps, grant, viewer: { uid } }: Ctx<Page['saveDraft']['access']>,
  input: CallRequest<Page['saveDraft']>,
) {
  const { page_id, draft_id, cat_id, page_title, base_version, revision } = input;
  const meta = page_id > 0 ? await deps.pageMetaCache.get(page_id) : undefined;
  const page_type = meta?.page_type ?? input.page_type ?? MARKDOWN_PAGE;
  const page_content = decodeContent(input.page_content, false, page_type);
  const text = { cat_id, page_title, page_type, page_content, base_version };
  const version = { draft_id, revision, replaced_drafts: input.replaced_drafts ?? [] };
  const repository = pageDraftRepository(db);
  if (await repository.put({ uid, item_id: grant.itemId, page_id, ...text, ...version }))
    return { is_kept: true };
  if (await repository.isObsolete(uid, version)) return { is_kept: false };
  // No older draft is removed for a new one: the editor keeps its text on the device instead.
  throw new AppError('quotaUsedUp');
}

export function drafts({ db, viewer }: Ctx<Page['drafts']['access']>) {
  return pageDraftRepository(db).list(viewer.uid);
}

/** Readable also without a right in the item: the draft holds the user's own text and nothing that was saved since. */
export async function draftById({ db, viewer, grant }: Ctx<Page['draftById']['access']>) {
  const draft = await pageDraftRepository(db).find(viewer.uid, grant);
  if (!draft) throw new AppError('notFound');
  return draft;
}

export async function deleteDraft(
  { db, viewer }: Ctx<Page['deleteDraft']['access']>,
  { draft_id, revision = MAX_DRAFT_REVISION }: CallRequest<Page['deleteDraft']>,
) {
  await pageDraftRepository(db).close(viewer.uid, [{ draft_id, revision }]);
  return {};
}
