import { randomBytes } from 'node:crypto';
import type { Calls } from '@octavo/contract';
import type { CallResult, CallRequest } from '@octavo/contract/define-call';
import { RELEASE_LOCK } from '@octavo/contract/page-lock';
import type { ItemGrant } from '../../access/grant.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { findValidLock, releaseStaleLocks } from './stale-locks.ts';
import type { Connection } from '../../db/connect.ts';
import { pageLockRepository } from './page-lock.repository.ts';

type SetLock = Calls['page']['setLock'];
type IsLock = Calls['page']['isLock'];
type AskLock = Calls['page']['askLock'];
type AnswerLock = Calls['page']['answerLock'];

function newLockToken(): string {
  return randomBytes(16).toString('hex');
}

type Lock = NonNullable<Awaited<ReturnType<typeof findValidLock>>>;

/** Error for a page locked by another user or by a newer editor of the same user. */
function lockedError(lock: Lock | undefined, uid: number) {
  const username = lock?.username ?? '';
  const facts = {
    lock_username: username,
    lock_name: lock?.name ?? '',
    is_cur_user: lock?.uid === uid ? 1 : 0,
    addtime: lock?.addtime ?? null,
  };
  return new AppError('pageLocked', { name: lock?.name || username }, facts);
}

/** Called by a save that finds a lock of another user. */
export async function assertNotLocked(
  db: Connection,
  { itemId }: ItemGrant,
  pageId: number,
  uid: number,
): Promise<void> {
  const lock = await findValidLock(db, itemId, pageId);
  if (lock && lock.uid !== uid) throw lockedError(lock, uid);
}

export async function setLock(ctx: Ctx<SetLock['access']>, input: CallRequest<SetLock>) {
  const pageLocks = pageLockRepository(ctx.db);
  const { uid } = ctx.viewer;
  const { page_id, lock_to, lock_token } = input;
  if (lock_to === RELEASE_LOCK) {
    await pageLocks.release(page_id, uid, lock_token);
    return { lock_token: '', asks: [] };
  }
  const options = {
    page_id,
    uid,
    lock_token: lock_token ?? newLockToken(),
    isRenewal: lock_token !== undefined,
  };
  if (!(await pageLocks.acquire(options))) {
    await releaseStaleLocks(ctx.db, ctx.grant.itemId);
    if (!(await pageLocks.acquire(options))) throw lockedError(await pageLocks.find(page_id), uid);
  }
  return { lock_token: options.lock_token, asks: await pageLocks.listRequests(page_id) };
}

const UNLOCKED: CallResult<IsLock> = {
  lock: 0,
  is_cur_user: 0,
  is_cur_editor: 0,
  lock_username: '',
  lock_name: '',
  addtime: null,
  asks: [],
  ask: 'none',
};

async function ownRequestState(db: Connection, pageId: number, uid: number) {
  const request = await pageLockRepository(db).findRequest(pageId, uid);
  if (!request) return 'none';
  return request.refused_time === null ? 'waiting' : 'refused';
}

export async function isLock(
  { db, deps, viewer, grant }: Ctx<IsLock['access']>,
  { page_id, lock_token }: CallRequest<IsLock>,
): Promise<CallResult<IsLock>> {
  const lock = await findValidLock(db, grant.itemId, page_id);
  if (!lock) return UNLOCKED;
  const meta = await deps.pageMetaCache.get(page_id);
  const uid = viewer.kind === 'user' ? viewer.uid : undefined;
  if (uid === undefined || !meta || !covers(grant.edit, meta.top_cat_id))
    return { ...UNLOCKED, lock: 1 };
  const isOwn = lock.uid === uid;
  return {
    lock: 1,
    is_cur_user: isOwn,
    is_cur_editor: isOwn && lock.lock_token === lock_token,
    lock_username: lock.username,
    lock_name: lock.name,
    addtime: lock.addtime,
    asks: isOwn ? await pageLockRepository(db).listRequests(page_id) : [],
    ask: isOwn ? 'none' : await ownRequestState(db, page_id, uid),
  };
}

export async function askLock(
  { db, viewer }: Ctx<AskLock['access']>,
  { page_id }: CallRequest<AskLock>,
) {
  return { lock: await pageLockRepository(db).request(page_id, viewer.uid) };
}

/** Only the lock holder may answer, and only to an existing request. */
export async function answerLock(
  { db, viewer }: Ctx<AnswerLock['access']>,
  { page_id, username, is_agreed }: CallRequest<AnswerLock>,
) {
  const pageLocks = pageLockRepository(db);
  const holder = await pageLocks.find(page_id);
  if (holder?.uid !== viewer.uid) throw new AppError('notFound');
  const isAnswered = is_agreed
    ? await pageLocks.transfer(page_id, viewer.uid, username, newLockToken())
    : await pageLocks.decline(page_id, username);
  if (!isAnswered) throw new AppError('notFound');
  return {};
}
