import { USER_GROUP } from '@octavo/contract/user-group';
import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import { usernameKey } from '../user/username-key.ts';
import { assertNotReserved, assertUsername } from '../user/username.policy.ts';
import type { OutsideKind } from './outside-login.repository.ts';

/** Somebody whom another system has just vouched for. */
export interface OutsidePerson {
  /** Theirs for good, whatever they are called. */
  readonly id: string;
  readonly username: string;
  readonly name: string;
}

async function linkedAccount({ outsideLogins }: Repositories, kind: OutsideKind, id: string) {
  const linked = await outsideLogins.find(kind, id);
  // The other system has vouched for this person, so they may know.
  if (linked?.disabled_time) throw new AppError('accountDisabled');
  return linked?.uid;
}

/**
 * The account of somebody from outside, made when they come for the first time. It is found by the link
 * alone: an account that merely has the same name is somebody else's, and stays theirs.
 */
export async function outsideAccount(
  repos: Repositories,
  kind: OutsideKind,
  { id, username, name }: OutsidePerson,
): Promise<number> {
  const linked = await linkedAccount(repos, kind, id);
  if (linked !== undefined) return linked;
  assertUsername(username);
  assertNotReserved(username);
  const inserted = await repos.users.insert({
    username,
    username_key: usernameKey(username),
    name: name.slice(0, 64),
    groupid: USER_GROUP,
    password_hash: null,
    language: null,
  });
  if (inserted) {
    await repos.outsideLogins.insert(kind, id, inserted.uid);
    return inserted.uid;
  }
  // Two of their browsers may have come in the same moment.
  const meanwhile = await linkedAccount(repos, kind, id);
  if (meanwhile === undefined) throw new AppError('notLinked');
  return meanwhile;
}
