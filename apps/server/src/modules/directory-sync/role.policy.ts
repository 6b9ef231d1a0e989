import { ADMIN_GROUP, AUDITOR_GROUP, USER_GROUP } from '@octavo/contract/user-group';

/** From the lowest to the highest. */
const RANKS = [USER_GROUP, AUDITOR_GROUP, ADMIN_GROUP];

export const highestRole = (...groupids: readonly number[]): number =>
  RANKS[Math.max(...groupids.map((groupid) => RANKS.indexOf(groupid)))] ?? USER_GROUP;

interface StoredRole {
  readonly groupid: number;
  /** The role that a mapping has given; null if there is none. */
  readonly given_groupid: number | null;
  /** The role of the account before. */
  readonly own_groupid: number | null;
}

/** The role without mappings. A role that an administrator has set since then is the account's own. */
export function ownRole({ groupid, given_groupid, own_groupid }: StoredRole): number {
  return groupid === given_groupid ? (own_groupid ?? USER_GROUP) : groupid;
}

/** A mapping only raises a role: the one that an administrator has given stays and comes back. */
export function mappedRole(stored: StoredRole, mapped: number): StoredRole {
  const own = ownRole(stored);
  const groupid = highestRole(own, mapped);
  return groupid === own
    ? { groupid, given_groupid: null, own_groupid: null }
    : { groupid, given_groupid: groupid, own_groupid: own };
}

export const isSameRole = (stored: StoredRole, next: StoredRole): boolean =>
  stored.groupid === next.groupid && stored.given_groupid === next.given_groupid;
