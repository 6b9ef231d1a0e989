import { calls, type Calls } from '@octavo/contract';
import type { CallInput, CallResponse } from '@octavo/contract/define-call';
import { call, type EncodedBody } from '../api/call.ts';
import { gzipBody } from '../api/gzip-body.ts';
import type { DraftRevision } from './draft.ts';

type SaveDraft = Calls['page']['saveDraft'];
/** A draft on the server without its text. */
export type ListedDraft = CallResponse<Calls['page']['drafts']>[number];

/** The text that an editor keeps on the server. */
export type DraftText = Omit<
  CallInput<SaveDraft>,
  'uid' | 'draft_id' | 'revision' | 'replaced_drafts'
>;

export interface ServerDrafts {
  /** Stores a draft and removes those that it replaces, together or not at all. */
  put(
    draft: DraftText & DraftRevision & { readonly replaced_drafts: readonly DraftRevision[] },
  ): Promise<CallResponse<SaveDraft>>;
  /** Removing a missing draft is not an error. A draft with a newer revision stays. */
  remove(draft: DraftRevision): Promise<void>;
}

/** Browsers reject longer requests that outlive their page. */
const MAX_KEEPALIVE_BYTES = 60_000;

/** A phone may stop a hidden page at once: a short request is then sent nevertheless. */
async function encodeDraft(json: string): Promise<EncodedBody> {
  const encoded = await gzipBody(json);
  const isShort = new Blob([encoded.body]).size <= MAX_KEEPALIVE_BYTES;
  return { ...encoded, keepalive: isShort && document.visibilityState === 'hidden' };
}

/** The drafts of one user. Their failures never open a dialog or the login screen. */
export const serverDraftsOf = (uid: number): ServerDrafts => ({
  put: (draft) =>
    call(calls.page.saveDraft, { ...draft, uid }, { silent: true, encode: encodeDraft }),
  async remove({ draft_id, revision }) {
    await call(calls.page.deleteDraft, { uid, draft_id, revision }, { silent: true });
  },
});
