import type { AuditNote } from '../../http/audit-entry.ts';
import type { Connection } from '../../db/connect.ts';
import { catalogRepository } from '../catalog/catalog.repository.ts';

interface MemberRights {
  readonly member_group_id: number;
  readonly cat_id: number;
}

/** The audit note of a right that has ended. */
export const endedRightNote = (
  right: Partial<MemberRights & { is_active: number }>,
): Required<Pick<AuditNote, 'was' | 'facts'>> => ({
  was: { is_active: 1, ...right },
  facts: { is_active: 0, member_group_id: null, cat_id: null },
});

/** Audit notes with the previous rights of each member; catalogs with their current names. */
export async function memberAuditNotes(
  db: Connection,
  uids: readonly number[],
  before: readonly (MemberRights & { readonly uid: number })[],
  change: Partial<MemberRights>,
): Promise<(Pick<AuditNote, 'was' | 'facts'> & { readonly subject_uid: number })[]> {
  const names = await catalogRepository(db).listNames([
    change.cat_id ?? 0,
    ...before.map(({ cat_id }) => cat_id),
  ]);
  const nameOf = (catId: number) => names.get(catId) ?? '';
  const facts = change.cat_id === undefined ? {} : { cat_name: nameOf(change.cat_id) };
  const rightsByUid = new Map(before.map(({ uid, ...rights }) => [uid, rights]));
  return uids.map((subject_uid) => {
    const was = rightsByUid.get(subject_uid);
    return { subject_uid, facts, ...(was && { was: { ...was, cat_name: nameOf(was.cat_id) } }) };
  });
}
