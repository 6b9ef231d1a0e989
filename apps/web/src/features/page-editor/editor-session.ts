import { calls } from '@octavo/contract';
import type { PageInfo } from '@octavo/contract/page.entities';
import { MARKDOWN_PAGE, SHEET_PAGE } from '@octavo/contract/page-type';
import { call } from '../../shared/api/call.ts';
import {
  hasSameFields,
  type BaseVersion,
  type PageFields,
  type Draft,
  type PendingRequest,
} from '../../shared/autosave/draft.ts';
import { draftStore } from '../../shared/autosave/draft-store.ts';
import { listOpenEditors } from '../../shared/autosave/open-editors.ts';
import type { LockState } from '../../shared/lock/lock-state.ts';
import { acquireInitialLock } from '../../shared/lock/acquire-lock.ts';
import { randomId } from '../../shared/autosave/random-id.ts';

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
  /** The id of a stored draft to resume, from the "My drafts" screen. */
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
  readonly fields: PageFields;
  readonly base: BaseVersion;
  readonly unanswered: PendingRequest | null;
  /** A draft of an earlier editor that differs from the page; the user decides whether to restore it. */
  readonly draft: Draft | undefined;
  /** The id of the stored draft that this editor has resumed and now owns. */
  readonly resumedDraftId: string | undefined;
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
  const [item, page, draft] = await Promise.all([
    call(calls.item.info, { item_id: params.item_id, menu: 'top', page_id: params.page_id }),
    sourcePageId > 0 ? call(calls.page.info, { page_id: sourcePageId }) : undefined,
    findDraft(params, uid),
  ]);
  const mayEdit = item.item_edit && (params.page_id === 0 || page?.unique_key !== undefined);
  const lock = await acquireInitialLock(mayEdit ? params.page_id : 0);
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
    fields: base.fields,
    base,
    unanswered: null,
    draft: undefined,
    resumedDraftId: undefined,
    lock,
  };
  // The draft equals the page: its save did reach the server.
  if (draft && params.page_id > 0 && hasSameFields(draft.fields, base.fields)) {
    void draftStore.remove(draft.id);
    return session;
  }
  if (draft && draft.id === params.draft) return resumeDraft(session, draft);
  return { ...session, draft: draft && shouldOfferDraft(draft, base) ? draft : undefined };
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

/** Returns undefined when the browser storage fails, so that the page can still be edited. */
async function findDraft(params: EditorParams, uid: number): Promise<Draft | undefined> {
  try {
    const [drafts, openEditorIds] = await Promise.all([
      draftStore.listByUser(uid),
      listOpenEditors(),
    ]);
    if (params.draft !== undefined) return drafts.find(({ id }) => id === params.draft);
    if (params.copy_page_id > 0) return undefined;
    return drafts.find(
      ({ id, item_id, page_id, page_type = MARKDOWN_PAGE, state }) =>
        state === 'open' &&
        (page_id > 0 || page_type === params.page_type) &&
        item_id === params.item_id &&
        page_id === params.page_id &&
        !openEditorIds.has(id),
    );
  } catch {
    return undefined;
  }
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
  const { fields, base, unanswered, id: resumedDraftId } = draft;
  return { ...session, id: randomId(), fields, base, unanswered, draft: undefined, resumedDraftId };
}
