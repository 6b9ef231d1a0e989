import { calls } from '@octavo/contract';
import type { PageDraft, PageInfo } from '@octavo/contract/page.entities';
import { MARKDOWN_PAGE, SHEET_PAGE } from '@octavo/contract/page-type';
import { call } from '../../shared/api/call.ts';
import {
  hasSameFields,
  type BaseVersion,
  type PageFields,
  type Draft,
  type DraftRevision,
  type PendingRequest,
} from '../../shared/autosave/draft.ts';
import { draftStore } from '../../shared/autosave/draft-store.ts';
import { listDrafts, mergeDrafts } from '../../shared/autosave/list-drafts.ts';
import { serverDraftsOf } from '../../shared/autosave/server-drafts.ts';
import { listOpenEditors } from '../../shared/autosave/open-editors.ts';
import type { LockState } from '../../shared/lock/lock-state.ts';
import { acquireInitialLock } from '../../shared/lock/acquire-lock.ts';
import { randomId } from '../../shared/autosave/random-id.ts';
import { removePlaceholders } from './attachments/placeholders.ts';

/** The parameters of the editor URL. */
export interface EditorParams {
  readonly item_id: number;
  /** 0 for a new page. */
  readonly page_id: number;
  /** The catalog of a new page. */
  readonly cat_id: number;
  readonly copy_page_id: number;
  /** The type of a new page. */
  readonly page_type: number;
  /** The id of a draft to resume, on this device or on the server, from the "My drafts" screen. */
  readonly draft: string | undefined;
}

/** The initial state of an editor. */
export interface EditorSession {
  readonly id: string;
  readonly item_id: number;
  readonly item_name: string;
  readonly item_domain: string;
  readonly page_id: number;
  readonly page_type: number;
  readonly mayEdit: boolean;
  readonly mayManage: boolean;
  /** When the page was last saved; null for a new page. */
  readonly savedTime: number | null;
  readonly fields: PageFields;
  readonly base: BaseVersion;
  readonly unanswered: PendingRequest | null;
  /** A draft of an earlier editor that differs from the page; the user decides whether to restore it. */
  readonly draft: Draft | undefined;
  /** The id of the stored draft that this editor has resumed and now owns. */
  readonly resumedDraftId: string | undefined;
  /** The drafts on the server that this editor continues. */
  readonly replacedDrafts: readonly DraftRevision[];
  readonly lock: LockState;
}

/** CodeMirror normalizes line endings to `\n`. The content of a table page is JSON and stays unchanged. */
const normalizeLineEndings = (text: string, pageType: number) =>
  pageType === SHEET_PAGE ? text : text.replaceAll(/\r\n?/g, '\n');
/** A draft is not offered to the user when neither it nor the page is longer than this. */
const DRAFT_LENGTH_THRESHOLD = 10;

export async function openSession(
  params: EditorParams,
  uid: number,
  nameCopy: (title: string) => string,
) {
  const sourcePageId = params.page_id || params.copy_page_id;
  const [item, page, found] = await Promise.all([
    call(calls.item.info, { item_id: params.item_id, menu: 'top', page_id: params.page_id }),
    sourcePageId > 0 ? call(calls.page.info, { page_id: sourcePageId }) : undefined,
    findDraft(params, uid),
  ]);
  const mayEdit = item.item_edit && (params.page_id === 0 || page?.unique_key !== undefined);
  const [lock, draft] = await Promise.all([
    acquireInitialLock(mayEdit ? params.page_id : 0),
    mayEdit ? loadDraft(found, params, uid, page).then(withoutPlaceholders) : undefined,
  ]);
  const base = params.page_id > 0 && page ? toBase(page) : createBase(params, page, nameCopy);
  const session: EditorSession = {
    id: randomId(),
    item_id: params.item_id,
    item_name: item.item_name,
    item_domain: item.item_domain,
    page_id: params.page_id,
    page_type: page?.page_type ?? draft?.page_type ?? params.page_type,
    mayEdit,
    mayManage: item.item_manage,
    savedTime: params.page_id > 0 && page ? Date.parse(page.addtime) : null,
    fields: base.fields,
    base,
    unanswered: null,
    draft: undefined,
    resumedDraftId: undefined,
    replacedDrafts: [],
    lock,
  };
  // The draft equals the page: its save did reach the server.
  if (draft && params.page_id > 0 && hasSameFields(draft.fields, base.fields)) {
    removeEverywhere(draft);
    return session;
  }
  if (draft && draft.id === params.draft) return resumeDraft(session, draft);
  return { ...session, draft: draft && shouldOfferDraft(draft, base) ? draft : undefined };
}

/** Uploads do not outlive their editor. A finished one is in the user's library, also without its link. */
function withoutPlaceholders(draft: Draft | undefined): Draft | undefined {
  if (!draft || draft.page_type === SHEET_PAGE) return draft;
  const content = removePlaceholders(draft.fields.content);
  return { ...draft, fields: { ...draft.fields, content } };
}

/** Best effort: a draft that could not be removed is compared with the page again next time. */
function removeEverywhere({ id, uid, server_drafts = [] }: Draft): void {
  void draftStore.remove(id).catch(() => {});
  for (const draft of server_drafts)
    void serverDraftsOf(uid)
      .remove(draft)
      .catch(() => {});
}

function toBase({ page_title, page_content, page_type, cat_id, version }: PageInfo): BaseVersion {
  const content = normalizeLineEndings(page_content, page_type);
  return { fields: { title: page_title, content, cat_id }, version };
}

function createBase(
  { cat_id }: EditorParams,
  copied: PageInfo | undefined,
  nameCopy: (title: string) => string,
): BaseVersion {
  if (!copied) return { fields: { title: '', content: '', cat_id } };
  const { fields } = toBase(copied);
  return { fields: { ...fields, title: nameCopy(fields.title) } };
}

interface DraftToOpen {
  readonly local: Draft | undefined;
  /** The draft on the server with the newer text, or the only one. */
  readonly draft_id: string | undefined;
}

/** Finds the chosen draft, else the newest one of this page, on this device and on the server. */
async function findDraft(params: EditorParams, uid: number): Promise<DraftToOpen | undefined> {
  if (params.copy_page_id > 0) return undefined;
  const [lists, openEditorIds] = await Promise.all([
    // Without storage or server the page can still be edited.
    listDrafts(uid),
    listOpenEditors().catch(() => new Set<string>()),
  ]);
  const drafts = mergeDrafts(lists).map(({ local, newest }) => ({
    local,
    newest,
    draft_id: 'draft_id' in newest ? newest.draft_id : undefined,
  }));
  const { draft: chosenId } = params;
  if (chosenId !== undefined)
    return (
      drafts.find(({ local, draft_id }) => (local?.id ?? draft_id) === chosenId) ?? {
        local: undefined,
        draft_id: chosenId,
      }
    );
  return drafts.find(({ local, newest: { page_id, item_id, page_type = MARKDOWN_PAGE } }) => {
    const isOfPage =
      page_id === params.page_id &&
      // A page may have been moved to another item.
      (page_id > 0 || (item_id === params.item_id && page_type === params.page_type));
    return isOfPage && (!local || (local.state === 'open' && !openEditorIds.has(local.id)));
  });
}

/** Loads the text of a draft that is newer on the server, with its base version. */
async function loadDraft(
  found: DraftToOpen | undefined,
  params: EditorParams,
  uid: number,
  page: PageInfo | undefined,
): Promise<Draft | undefined> {
  if (!found) return undefined;
  const { local, draft_id } = found;
  if (draft_id === undefined) return local && moveToItem(local, params, page);
  try {
    const text = await call(calls.page.draftById, { uid, draft_id }, { silent: true });
    const base = await loadBase(text, page);
    const content = normalizeLineEndings(text.page_content, text.page_type);
    const { revision, item_id, page_id, page_type, addtime, cat_id } = text;
    return {
      id: local?.id ?? draft_id,
      uid,
      item_id,
      page_id,
      page_type,
      fields: { title: text.page_title, content, cat_id: cat_id ?? base.fields.cat_id },
      base,
      unanswered: local?.unanswered ?? null,
      server_drafts: [{ draft_id, revision }, ...(local?.server_drafts ?? []).slice(1)],
      is_on_server: true,
      time: Date.parse(addtime),
      state: 'open',
    };
  } catch (error) {
    // A draft that the user has chosen must not be missing silently.
    if (params.draft !== undefined) throw error;
    // The newer text stays on the server and is offered the next time.
    return local && { ...moveToItem(local, params, page), server_drafts: [] };
  }
}

/** A page that was moved to another item is in a catalog of that item. */
function moveToItem(draft: Draft, { item_id }: EditorParams, page: PageInfo | undefined): Draft {
  if (draft.item_id === item_id || !page) return draft;
  const { cat_id } = page;
  const { fields, base, unanswered } = draft;
  return {
    ...draft,
    item_id,
    fields: { ...fields, cat_id },
    base: { ...base, fields: { ...base.fields, cat_id } },
    unanswered: unanswered && { ...unanswered, fields: { ...unanswered.fields, cat_id } },
  };
}

/**
 * If the base is no longer in the history, its text counts as empty: each difference is a conflict for the user to
 * resolve. The title counts as unchanged, so that a save does not undo a rename.
 */
async function loadBase(
  { page_id, base_version, cat_id, page_title: title }: PageDraft,
  page: PageInfo | undefined,
): Promise<BaseVersion> {
  if (!page || page_id === 0) return { fields: { title: '', content: '', cat_id: cat_id ?? 0 } };
  if (base_version === page.version) return toBase(page);
  const versions = await call(calls.page.history, { page_id, content: false }, { silent: true });
  const listed = versions.find(({ version }) => version === base_version);
  const version = Math.max(1, base_version);
  if (!listed) return { version, fields: { title, content: '', cat_id: page.cat_id } };
  const { page_history_id, page_title } = listed;
  const input = { page_id, page_history_id };
  const { history_page } = await call(calls.page.diff, input, { silent: true });
  const content = normalizeLineEndings(history_page.page_content, page.page_type);
  return { version, fields: { title: page_title, content, cat_id: page.cat_id } };
}

function shouldOfferDraft({ fields }: Draft, base: BaseVersion): boolean {
  const { content } = base.fields;
  return (
    (fields.content !== content || fields.title !== base.fields.title) &&
    Math.max(fields.content.length, content.length) > DRAFT_LENGTH_THRESHOLD
  );
}

/** Resumes a draft with its original base version, so that a save by another user in between causes a conflict. */
export function resumeDraft(session: EditorSession, draft: Draft): EditorSession {
  const { fields, base, unanswered, id: resumedDraftId, server_drafts = [] } = draft;
  return {
    ...session,
    id: randomId(),
    fields,
    base,
    unanswered,
    draft: undefined,
    resumedDraftId,
    replacedDrafts: server_drafts,
  };
}
