import { calls } from '@octavo/contract';
import type { PageInfo } from '@octavo/contract/page.entities';
import { call } from '../../shared/api/call.ts';
import {
  isSame,
  type Base,
  type Fields,
  type KeptText,
  type Unanswered,
} from '../../shared/keep/kept-text.ts';
import { keptStore } from '../../shared/keep/kept-store.ts';
import { liveEditors } from '../../shared/keep/live-editors.ts';
import type { LockState } from '../../shared/lock/lock-state.ts';
import { openLock } from '../../shared/lock/take-lock.ts';
import { randomId } from '../../shared/keep/random-id.ts';

/** The parameters of the editor URL. */
export interface Asked {
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
export interface Opening {
  readonly id: string;
  readonly item_id: number;
  readonly item_name: string;
  readonly item_domain: string;
  readonly page_id: number;
  readonly page_type: number;
  readonly mayEdit: boolean;
  readonly mayManage: boolean;
  readonly fields: Fields;
  readonly base: Base;
  readonly unanswered: Unanswered | null;
  /** A draft of an earlier editor that differs from the page; the user decides whether to restore it. */
  readonly draft: KeptText | undefined;
  /** The id of the stored draft that this editor has resumed and now owns. */
  readonly taken: string | undefined;
  readonly lock: LockState;
}

/** CodeMirror normalizes line endings to `\n`. The content of a table page is JSON and stays unchanged. */
const withPlainLines = (text: string, pageType: number) =>
  pageType === SHEET ? text : text.replaceAll(/\r\n?/g, '\n');
/** A draft is not offered to the user when neither it nor the page is longer than this. */
const WORTH_ASKING = 10;
const MARKDOWN = 0;
const SHEET = 1;

export async function open(asked: Asked, uid: number, nameCopy: (title: string) => string) {
  const source = asked.page_id || asked.copy_page_id;
  const [item, page, kept] = await Promise.all([
    call(calls.item.info, { item_id: asked.item_id, menu: 'top', page_id: asked.page_id }),
    source > 0 ? call(calls.page.info, { page_id: source }) : undefined,
    findKept(asked, uid),
  ]);
  const mayEdit = item.item_edit && (asked.page_id === 0 || page?.unique_key !== undefined);
  const lock = await openLock(mayEdit ? asked.page_id : 0);
  const base = asked.page_id > 0 && page ? baseOf(page) : newBase(asked, page, nameCopy);
  const opening: Opening = {
    id: randomId(),
    item_id: asked.item_id,
    item_name: item.item_name,
    item_domain: item.item_domain,
    page_id: asked.page_id,
    page_type: page?.page_type ?? kept?.page_type ?? asked.page_type,
    mayEdit,
    mayManage: item.item_manage,
    fields: base.fields,
    base,
    unanswered: null,
    draft: undefined,
    taken: undefined,
    lock,
  };
  // The draft equals the page: its save did reach the server.
  if (kept && asked.page_id > 0 && isSame(kept.fields, base.fields)) {
    void keptStore.remove(kept.id);
    return opening;
  }
  if (kept && kept.id === asked.draft) return takeOver(opening, kept);
  return { ...opening, draft: kept && isWorthAsking(kept, base) ? kept : undefined };
}

function baseOf({ page_title, page_content, page_type, cat_id, version }: PageInfo): Base {
  const content = withPlainLines(page_content, page_type);
  return { fields: { title: page_title, content, cat_id }, version };
}

function newBase(
  { cat_id }: Asked,
  copied: PageInfo | undefined,
  nameCopy: (title: string) => string,
): Base {
  if (!copied) return { fields: { title: '', content: '', cat_id } };
  const { fields } = baseOf(copied);
  return { fields: { ...fields, title: nameCopy(fields.title) } };
}

/** Returns undefined when the browser storage fails, so that the page can still be edited. */
async function findKept(asked: Asked, uid: number): Promise<KeptText | undefined> {
  try {
    const [texts, alive] = await Promise.all([keptStore.ofUser(uid), liveEditors()]);
    if (asked.draft !== undefined) return texts.find(({ id }) => id === asked.draft);
    if (asked.copy_page_id > 0) return undefined;
    return texts.find(
      ({ id, item_id, page_id, page_type = MARKDOWN, state }) =>
        state === 'open' &&
        (page_id > 0 || page_type === asked.page_type) &&
        item_id === asked.item_id &&
        page_id === asked.page_id &&
        !alive.has(id),
    );
  } catch {
    return undefined;
  }
}

function isWorthAsking({ fields }: KeptText, base: Base): boolean {
  const { content } = base.fields;
  return (
    (fields.content !== content || fields.title !== base.fields.title) &&
    Math.max(fields.content.length, content.length) > WORTH_ASKING
  );
}

/** Resumes a draft with its original base version, so that a save by another user in between causes a conflict. */
export function takeOver(opening: Opening, kept: KeptText): Opening {
  const { fields, base, unanswered, id: taken } = kept;
  return { ...opening, id: randomId(), fields, base, unanswered, draft: undefined, taken };
}
