import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { assertEdits, holdEditedPage, holdItem } from '../../access/hold-item.ts';
import { covers } from '../../access/scope.ts';
import type { Standing } from '../../access/standing.ts';
import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { Ctx, Work } from '../../http/context.ts';
import { textIn } from '../../texts.ts';
import { mentionFiles } from '../attachment/mention-files.ts';
import type { Purpose } from '../item/item.repository.ts';
import { tellWriters } from '../notice/tell-writers.ts';
import { derivedFromSent } from './derived-text.ts';
import { readContent } from './page-content.policy.ts';
import { assertNotLocked } from './page-lock.service.ts';
import { changesTree, isOnePage } from './page.policy.ts';
import type { TreeFacts } from './page.policy.ts';
import type { Place } from './page.repository.ts';
import { searchBody, searchText } from './search-text.ts';
import { forgetPages, tellTree } from './tell-page.ts';
import { writeVersion } from './write-version.ts';
import type { HeldPage, Known } from './write-version.ts';

type Save = Calls['page']['save'];
type SaveCtx = Ctx<Save['access']>;

/** The decoded request, prepared before any row is locked. Absent fields remain unchanged. */
type Draft = Omit<CallRequest<Save>, 'is_urlencode'> & Partial<ReturnType<typeof derivedFromSent>>;

const MARKDOWN = 0;

function readDraft({ language }: SaveCtx, input: CallRequest<Save>, pageType: number): Draft {
  const { is_urlencode, ...draft } = input;
  const page_title = draft.page_title === '' ? textIn(language, 'page.untitled') : draft.page_title;
  if (draft.page_content === undefined) return { ...draft, page_title };
  const page_content = readContent(draft.page_content, is_urlencode, pageType);
  return { ...draft, page_title, page_content, ...derivedFromSent(page_content, pageType) };
}

/** Tree fields of the page after the save. */
function treeAfter(now: TreeFacts, draft: Draft): TreeFacts {
  return {
    page_title: draft.page_title ?? now.page_title,
    cat_id: draft.cat_id ?? now.cat_id,
    s_number: draft.s_number ?? now.s_number,
    method: draft.method ?? now.method,
  };
}

/** Checks the target catalog: `notFound` if the user may not view it, `forbidden` if they may not edit in it. */
async function placeFor(
  { grant }: SaveCtx,
  { repos }: Work,
  standing: Standing,
  catId: number,
): Promise<Place> {
  const found = catId === 0 ? undefined : await repos.catalogs.findPlace(catId);
  if (catId > 0 && (found?.item_id !== grant.itemId || !covers(standing.view, found.top_cat_id)))
    throw new AppError('notFound');
  const top_cat_id = found?.top_cat_id ?? 0;
  assertEdits(standing, top_cat_id);
  return { cat_id: catId, top_cat_id };
}

async function create(ctx: SaveCtx, work: Work, draft: Draft) {
  const { grant, viewer } = ctx;
  if (isOnePage(grant.itemType)) throw new AppError('forbidden');
  const standing = await holdItem(work.repos, grant, viewer.uid, 'tree');
  const place = await placeFor(ctx, work, standing, draft.cat_id ?? 0);
  const page_title = draft.page_title ?? textIn(ctx.language, 'page.untitled');
  const page_type = draft.page_type ?? MARKDOWN;
  const page = {
    ...place,
    page_type,
    page_title,
    search: searchText(page_title, draft.searched ?? searchBody('', page_type)),
    page_content: draft.page_content ?? '',
    method: draft.method ?? '',
    s_number: draft.s_number,
    page_comments: draft.page_comments ?? '',
  };
  const [page_id = 0] = await work.repos.pageSaves.insert(grant.itemId, [page], viewer);
  await mentionFiles(work, ctx, page_id, draft.page_content);
  await tellTree(work, ctx, grant.itemId);
  // Other processes may have looked up this id before the page existed.
  forgetPages(work, ctx, [page_id]);
  return { page_id, version: 1 };
}

/** Rejects a stale save with the current content. The same content by the same author is not a conflict. */
async function assertNotStale(
  { users }: Repositories,
  now: HeldPage & Known,
  draft: Draft,
  uid: number,
): Promise<void> {
  if (draft.base_version === undefined || draft.base_version === now.version) return;
  if (now.author_uid === uid && draft.page_content === now.page_content) return;
  const { version, page_content, author_username, addtime } = now;
  const author = now.author_uid === null ? undefined : await users.find(now.author_uid);
  const author_name = author?.name ?? '';
  const facts = { version, page_content, author_username, author_name, addtime };
  throw new AppError('saveConflict', undefined, facts);
}

/** Writes a new version if title or content changed; otherwise stores only the comment. */
async function saveText(ctx: SaveCtx, { repos }: Work, now: HeldPage & Known, draft: Draft) {
  const { page_title = now.page_title, page_content = now.page_content, page_comments } = draft;
  if (page_title === now.page_title && page_content === now.page_content) {
    if (page_comments !== undefined) await repos.pages.setComments(now.page_id, page_comments);
    return now.version;
  }
  const next = {
    page_title,
    search: searchText(page_title, draft.searched ?? searchBody(now.page_content, now.page_type)),
    page_content,
    method: draft.method ?? now.method,
    page_comments: page_comments ?? '',
    author_uid: ctx.viewer.uid,
    author_username: ctx.viewer.username,
  };
  return writeVersion(repos, ctx.grant, now, next);
}

/** Thrown by a save that turns out to change the tree; it is retried with an exclusive lock on the item. */
const TREE_CHANGES = new Error('the tree changes');

/** An editor's save is rejected while another user has the lock. A script's save ignores locks; the history keeps the old version. */
type Hand = 'editor' | 'script';

async function change(ctx: SaveCtx, work: Work, draft: Draft, purpose: Purpose, hand: Hand) {
  const { grant, viewer } = ctx;
  const { repos } = work;
  const { page_id } = draft;
  const held = { pageId: page_id, purpose };
  const { page, standing } = await holdEditedPage(repos, grant, viewer.uid, held);
  const now = { ...page, ...(await repos.pageSaves.read(page_id, viewer.uid)) };
  if (hand === 'editor' && now.is_locked) await assertNotLocked(repos, grant, page_id, viewer.uid);
  await assertNotStale(repos, now, draft, viewer.uid);
  const after = treeAfter(now, draft);
  const isTree = changesTree(now, after);
  if (isTree && purpose === 'content') throw TREE_CHANGES;
  const version = await saveText(ctx, work, now, draft);
  await mentionFiles(work, ctx, page_id, draft.page_content);
  if (version !== now.version) await tellWriters(work, ctx, { ...now, ...after });
  if (isTree) {
    const isMove = after.cat_id !== now.cat_id;
    const { top_cat_id } = isMove ? await placeFor(ctx, work, standing, after.cat_id) : now;
    await repos.pages.move(page_id, {
      top_cat_id,
      cat_id: after.cat_id,
      s_number: after.s_number,
    });
    await tellTree(work, ctx, grant.itemId);
  }
  forgetPages(work, ctx, [page_id]);
  return { page_id, version };
}

/** Returns the stored result if the request id was used before; of concurrent requests with the same id only one saves. */
async function once(
  { viewer }: SaveCtx,
  { repos }: Work,
  requestId: string | undefined,
  act: () => Promise<{ page_id: number; version: number }>,
) {
  if (requestId === undefined) return act();
  const { pageRequests } = repos;
  if (!(await pageRequests.begin(viewer.uid, requestId)))
    return pageRequests.getAnswer(viewer.uid, requestId);
  const answer = await act();
  await pageRequests.finish(viewer.uid, requestId, answer);
  return answer;
}

/**
 * Saves a page. Changes of title or content create a version, changes of catalog or order do not. Renaming the page of a
 * single-page item does not rename the item: only the owner may do that.
 */
export async function save(ctx: SaveCtx, input: CallRequest<Save>, hand: Hand = 'editor') {
  const head = input.page_id > 0 ? await ctx.deps.pageHeads.get(input.page_id) : undefined;
  const draft = readDraft(ctx, input, head?.page_type ?? input.page_type ?? MARKDOWN);
  const run = (purpose: Purpose) =>
    ctx.transaction((work) =>
      once(ctx, work, input.request_id, () =>
        draft.page_id > 0 ? change(ctx, work, draft, purpose, hand) : create(ctx, work, draft),
      ),
    );
  // Saves that do not change the tree run concurrently. The cached metadata may be outdated, so the locked row decides.
  const isTree = head !== undefined && changesTree(head, treeAfter(head, draft));
  return run(isTree ? 'tree' : 'content').catch((error: unknown) => {
    if (error === TREE_CHANGES) return run('tree');
    throw error;
  });
}
