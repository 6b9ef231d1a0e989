import { AppError } from '../../app-error.ts';

/** Rejects the request of an editor whose browser has logged in another user. */
export function assertEditorUser(uid: number, editorUid: number | undefined): void {
  if (editorUid !== undefined && editorUid !== uid) throw new AppError('loginNeeded');
}
