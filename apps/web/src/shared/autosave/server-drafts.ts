import { calls, type Calls } from '@octavo/contract';
import type { CallInput, CallResponse } from '@octavo/contract/define-call';
import { errors } from '@octavo/contract/errors';
import { BusinessError } from '../api/call-error.ts';
import { call } from '../api/call.ts';

type SaveDraft = Calls['page']['saveDraft'];
/** A draft on the server without its text. */
export type ListedDraft = CallResponse<Calls['page']['drafts']>[number];

/** The text that an editor keeps on the server. */
export type DraftText = Omit<CallInput<SaveDraft>, 'uid' | 'draft_id' | 'revision'>;

export interface ServerDrafts {
  put(
    draft: DraftText & { readonly draft_id: string; readonly revision: number },
  ): Promise<CallResponse<SaveDraft>>;
  /** Removing a missing draft is not an error. */
  remove(draft_id: string): Promise<void>;
}

/** The drafts of one user. Their failures never open a dialog or the login screen. */
export const serverDraftsOf = (uid: number): ServerDrafts => ({
  put: (draft) => call(calls.page.saveDraft, { ...draft, uid }, { silent: true, compress: true }),
  remove: removeServerDraft,
});

export async function removeServerDraft(draft_id: string): Promise<void> {
  try {
    await call(calls.page.deleteDraft, { draft_id }, { silent: true });
  } catch (error) {
    const isMissing = error instanceof BusinessError && error.code === errors.notFound.code;
    if (!isMissing) throw error;
  }
}
