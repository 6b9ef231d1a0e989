import { itemRepository } from '../../access/item.repository.ts';
import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { hasSinglePage } from '@octavo/contract/item-type';
import { MARKDOWN_PAGE } from '@octavo/contract/page-type';
import { findMentions } from '@octavo/markdown/find-mentions';
import { assertCanEdit, lockEditablePage, lockItem } from '../../access/lock-item.ts';
import type { ItemGrant } from '../../access/grant.ts';
import { covers } from '../../access/scope.ts';
import type { EffectiveRights } from '../../access/effective-rights.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { translateTo } from '../../texts.ts';
import { linkMentionedFiles } from './link-mentioned-files.ts';
import type { LockMode } from '../../access/item-columns.ts';
import { notifyAuthors } from '../notice/notify-authors.ts';
import { notifyMentioned } from '../notice/notify-mentioned.ts';
import { deriveFromInput } from './derive-content.ts';
import { decodeContent } from './page-content.policy.ts';
import { assertNotLocked } from './page-lock.service.ts';
import { changesTree } from './page.policy.ts';
import type { TreeEntry } from './page.policy.ts';
import type { PagePosition } from './page.repository.ts';
import { moveRows } from './positions.policy.ts';
import { toSearchBody, toSearchText } from '../search-index/search-text.ts';
import {
  invalidatePageOrder,
  invalidatePages,
  bumpTreeVersion,
} from '../../realtime/invalidate.ts';
import { writeVersion } from './write-version.ts';
import type { LockedPage, SaveState } from './write-version.ts';
import type { Connection } from '../../db/connect.ts';
import { pageSaveRepository } from './page-save.repository.ts';
import { userRepository } from '../account/user.repository.ts';
import { pageRepository } from './page.repository.ts';
import { pageDraftRepository } from './page-draft.repository.ts';
import { pageRequestRepository } from './page-request.repository.ts';

type Save = Calls['page']['save'];
type SaveCtx = Ctx<Save['access']>;
type Rename = Calls['page']['rename'];

/** Stands for a page without an id yet in a list of positions. */
const NEW_PAGE = 0;

/** The decoded request, prepared before any row is locked. Absent fields remain unchanged. */
type ParsedSave = Omit<CallRequest<Save>, 'is_urlencode'> &
  Partial<ReturnType<typeof deriveFromInput>> & {
    /** The usernames that the text mentions. */
    readonly mentions?: readonly string[];
  };

function parseSave(
  { language, deps }: SaveCtx,
  input: CallRequest<Save>,
  pageType: number,
): ParsedSave {
  const { is_urlencode, ...parsed } = input;
  const page_title =
    parsed.page_title === '' ? translateTo(language, 'page.untitled') : parsed.page_title;
  if (parsed.page_content === undefined) return { ...parsed, page_title };
  const page_content = decodeContent(parsed.page_content, is_urlencode, pageType);
  const derived = deriveFromInput(page_content, pageType, deps.config.publicUrl.origin);
  const mentions = pageType === MARKDOWN_PAGE ? findMentions(page_content) : [];
  return { ...parsed, page_title, page_content, ...derived, mentions };
}

/** Tree fields of the page after the save. */
function nextTreeEntry(current: TreeEntry, parsed: ParsedSave): TreeEntry {
  return {
    page_title: parsed.page_title ?? current.page_title,
    cat_id: parsed.cat_id ?? current.cat_id,
    s_number: parsed.s_number ?? current.s_number,
    method: parsed.method ?? current.method,
  };
}

/** Checks the target catalog: `notFound` if the user may not view it, `forbidden` if they may not edit in it. */
async function resolvePosition(
  { grant }: SaveCtx,
  { db }: UnitOfWork,
  rights: EffectiveRights,
  catId: number,
): Promise<PagePosition> {
  const catalog = catId === 0 ? undefined : await itemRepository(db).findCatalogLocation(catId);
  if (catId > 0 && (catalog?.item_id !== grant.itemId || !covers(rights.view, catalog.top_cat_id)))
    throw new AppError('notFound');
  const top_cat_id = catalog?.top_cat_id ?? 0;
  assertCanEdit(rights, top_cat_id);
  return { cat_id: catId, top_cat_id };
}

/**
 * The position behind another page of the catalog; pages that must make room for it get new positions. Undefined, which
 * is the last position, if that page was deleted or moved in the meantime: the new page must not be lost for that.
 */
export async function positionAfter(
  work: UnitOfWork,
  ctx: Pick<Ctx, 'deps'> & { readonly grant: ItemGrant },
  catalog: PagePosition,
  afterPageId: number,
): Promise<number | undefined> {
  const pages = pageRepository(work.db);
  const siblings = await pages.listPositions(ctx.grant, [catalog]);
  if (!siblings.some(({ id }) => id === afterPageId)) return undefined;
  const { inserted, renumbered } = moveRows(siblings, [NEW_PAGE], afterPageId);
  if (renumbered.length > 0) {
    const order = renumbered.map(({ id, s_number }) => [id, s_number] as const);
    invalidatePageOrder(work, ctx, await pages.saveOrder(ctx.grant, order));
  }
  return inserted[0]?.s_number;
}

async function createPage(ctx: SaveCtx, work: UnitOfWork, parsed: ParsedSave) {
  const { grant, viewer } = ctx;
  if (hasSinglePage(grant.itemType)) throw new AppError('forbidden');
  const rights = await lockItem(work.db, grant, viewer.uid, 'tree');
  const position = await resolvePosition(ctx, work, rights, parsed.cat_id ?? 0);
  const page_title = parsed.page_title ?? translateTo(ctx.language, 'page.untitled');
  const page_type = parsed.page_type ?? MARKDOWN_PAGE;
  const page = {
    ...position,
    page_type,
    page_title,
    search: toSearchText(page_title, parsed.searched ?? toSearchBody('', page_type)),
    page_content: parsed.page_content ?? '',
    method: parsed.method ?? '',
    links: parsed.links,
    s_number:
      parsed.after_page_id === undefined
        ? parsed.s_number
        : await positionAfter(work, ctx, position, parsed.after_page_id),
    page_comments: parsed.page_comments ?? '',
  };
  const [page_id = 0] = await pageSaveRepository(work.db).insert(grant.itemId, [page], viewer);
  await linkMentionedFiles(work, ctx, page_id, parsed.page_content);
  const newPage = { page_id, item_id: grant.itemId, top_cat_id: position.top_cat_id, page_title };
  await notifyMentioned(work, ctx, newPage, parsed.mentions ?? []);
  await bumpTreeVersion(work, ctx, grant.itemId);
  // Other processes may have looked up this id before the page existed.
  invalidatePages(work, ctx, [page_id]);
  return { page_id, version: 1 };
}

/** Rejects a stale save with the current content. The same content by the same author is not a conflict. */
async function assertNotStale(
  db: Connection,
  current: LockedPage & SaveState,
  parsed: ParsedSave,
  uid: number,
): Promise<void> {
  if (parsed.base_version === undefined || parsed.base_version === current.version) return;
  if (current.author_uid === uid && parsed.page_content === current.page_content) return;
  const { version, page_content, author_username, addtime } = current;
  const author =
    current.author_uid === null ? undefined : await userRepository(db).find(current.author_uid);
  const author_name = author?.name ?? '';
  const facts = { version, page_content, author_username, author_name, addtime };
  throw new AppError('saveConflict', undefined, facts);
}

/** Writes a new version if title or content changed; otherwise stores only the comment. */
async function saveText(
  ctx: SaveCtx,
  { db }: UnitOfWork,
  current: LockedPage & SaveState,
  parsed: ParsedSave,
) {
  const {
    page_title = current.page_title,
    page_content = current.page_content,
    page_comments,
  } = parsed;
  if (page_title === current.page_title && page_content === current.page_content) {
    if (page_comments !== undefined)
      await pageRepository(db).setComments(current.page_id, page_comments);
    return current.version;
  }
  const next = {
    page_title,
    search: toSearchText(
      page_title,
      parsed.searched ?? toSearchBody(current.page_content, current.page_type),
    ),
    page_content,
    method: parsed.method ?? current.method,
    links: parsed.links,
    page_comments: page_comments ?? '',
    author_uid: ctx.viewer.uid,
    author_username: ctx.viewer.username,
  };
  return writeVersion(db, ctx.grant, current, next);
}

/** The usernames that the text mentions and the current version does not. */
function newMentions(
  { page_content }: SaveState,
  { mentions = [] }: ParsedSave,
): readonly string[] {
  if (mentions.length === 0) return [];
  const before = new Set(findMentions(page_content).map(usernameKey));
  return mentions.filter((name) => !before.has(usernameKey(name)));
}

/** Thrown by a save that turns out to change the tree; it is retried with an exclusive lock on the item. */
const TREE_LOCK_REQUIRED = new Error('the save changes the tree');

/** An editor's save is rejected while another user has the lock. A script's save ignores locks; the history keeps the old version. */
type SaveSource = 'editor' | 'script';

async function updatePage(
  ctx: SaveCtx,
  work: UnitOfWork,
  parsed: ParsedSave,
  lockMode: LockMode,
  source: SaveSource,
) {
  const { grant, viewer } = ctx;
  const { db } = work;
  const { page_id } = parsed;
  const lockOptions = { pageId: page_id, lockMode };
  const { page, rights } = await lockEditablePage(db, grant, viewer.uid, lockOptions);
  const current = { ...page, ...(await pageSaveRepository(db).readForSave(page_id, viewer.uid)) };
  if (source === 'editor' && current.is_locked)
    await assertNotLocked(db, grant, page_id, viewer.uid);
  await assertNotStale(db, current, parsed, viewer.uid);
  const nextEntry = nextTreeEntry(current, parsed);
  const isTreeChange = changesTree(current, nextEntry);
  if (isTreeChange && lockMode === 'content') throw TREE_LOCK_REQUIRED;
  const version = await saveText(ctx, work, current, parsed);
  await linkMentionedFiles(work, ctx, page_id, parsed.page_content);
  const isMove = nextEntry.cat_id !== current.cat_id;
  const { top_cat_id } = isMove
    ? await resolvePosition(ctx, work, rights, nextEntry.cat_id)
    : current;
  if (isTreeChange) {
    await pageRepository(db).move(page_id, {
      top_cat_id,
      cat_id: nextEntry.cat_id,
      s_number: nextEntry.s_number,
    });
    await bumpTreeVersion(work, ctx, grant.itemId);
  }
  if (version !== current.version) {
    const savedPage = { ...current, ...nextEntry, top_cat_id };
    const mentioned = await notifyMentioned(work, ctx, savedPage, newMentions(current, parsed));
    await notifyAuthors(work, ctx, savedPage, mentioned);
  }
  invalidatePages(work, ctx, [page_id]);
  return { page_id, version };
}

/** Returns the stored result if the request id was used before; of concurrent requests with the same id only one saves. */
async function withIdempotencyKey(
  { viewer }: SaveCtx,
  { db }: UnitOfWork,
  requestId: string | undefined,
  action: () => Promise<{ page_id: number; version: number }>,
) {
  if (requestId === undefined) return action();
  const pageRequests = pageRequestRepository(db);
  if (!(await pageRequests.begin(viewer.uid, requestId)))
    return pageRequests.getResult(viewer.uid, requestId);
  const result = await action();
  await pageRequests.finish(viewer.uid, requestId, result);
  return result;
}

/**
 * Saves a page. Changes of title or content create a version, changes of catalog or order do not. Renaming the page of a
 * single-page item does not rename the item: only the owner may do that.
 */
export async function save(ctx: SaveCtx, input: CallRequest<Save>, source: SaveSource = 'editor') {
  const meta = input.page_id > 0 ? await ctx.deps.pageMetaCache.get(input.page_id) : undefined;
  const parsed = parseSave(ctx, input, meta?.page_type ?? input.page_type ?? MARKDOWN_PAGE);
  const run = (lockMode: LockMode) =>
    ctx.transaction((work) =>
      withIdempotencyKey(ctx, work, input.request_id, async () => {
        const result = await (parsed.page_id > 0
          ? updatePage(ctx, work, parsed, lockMode, source)
          : createPage(ctx, work, parsed));
        // The saved page replaces the drafts of its editor; both change together or not at all.
        if (input.closed_drafts)
          await pageDraftRepository(work.db).close(ctx.viewer.uid, input.closed_drafts);
        return result;
      }),
    );
  // Saves that do not change the tree run concurrently. The cached metadata may be outdated, so the locked row decides.
  const isTreeChange = meta !== undefined && changesTree(meta, nextTreeEntry(meta, parsed));
  return run(isTreeChange ? 'tree' : 'content').catch((error: unknown) => {
    if (error === TREE_LOCK_REQUIRED) return run('tree');
    throw error;
  });
}

export function rename(ctx: Ctx<Rename['access']>, { page_id, page_title }: CallRequest<Rename>) {
  return save(ctx, { page_id, page_title, is_urlencode: false });
}
