import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import type { TreeChanges } from './tree-move.tables.ts';

/** Uses the clock of the database, not that of the application. */
const IS_EXPIRED = sql<boolean>`addtime < now() - interval '10 minutes'`;

interface MoveKey {
  readonly moveId: string;
  readonly uid: number;
  readonly itemId: number;
}

/** Moves in the tree that can be undone. */
export const treeMoveRepository = repository((db) => ({
  async insert(uid: number, itemId: number, toItemId: number, changes: TreeChanges) {
    const row = await db
      .insertInto('tree_move')
      .values({
        uid,
        item_id: itemId,
        to_item_id: toItemId,
        changes: sql`${JSON.stringify(changes)}::jsonb`,
      })
      .returning('move_id')
      .executeTakeFirstOrThrow();
    return row.move_id;
  },

  /** Undefined if the move is unknown, expired, undone, or was made by another user. */
  async findTarget({ moveId, uid, itemId }: MoveKey) {
    const row = await db
      .selectFrom('tree_move')
      .select('to_item_id')
      .where('move_id', '=', moveId)
      .where('uid', '=', uid)
      .where('item_id', '=', itemId)
      .where((where) => where.not(IS_EXPIRED))
      .executeTakeFirst();
    return row?.to_item_id;
  },

  /** Removes the move, so that it is undone once; undefined if a concurrent request has removed it. */
  async take({ moveId, uid, itemId }: MoveKey) {
    const row = await db
      .deleteFrom('tree_move')
      .where('move_id', '=', moveId)
      .where('uid', '=', uid)
      .where('item_id', '=', itemId)
      .returning('changes')
      .executeTakeFirst();
    return row?.changes;
  },

  async deleteExpired() {
    await db.deleteFrom('tree_move').where(IS_EXPIRED).execute();
  },
}));
