import type { RunError } from '@octavo/contract/admin-directory.entities';
import {
  AdminLimitExceededError,
  AndFilter,
  FilterParser,
  PresenceFilter,
  ResultCodeError,
  SizeLimitExceededError,
  TimeLimitExceededError,
} from 'ldapts';
import type { Client, Entry, Filter } from 'ldapts';
import { TimeoutError } from '../../with-timeout.ts';
import { classifyError } from './classify-error.ts';
import type { LdapDirectory } from './ldap-client.ts';

const PAGE_SIZE = 500;
const REFERRAL_CODE = 10;
/** The object classes of groups in OpenLDAP, 389 Directory Server and Active Directory. */
const USUAL_GROUPS =
  '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup)(objectClass=group))';

/** A list of entries could not be read completely. */
export class DirectoryError extends Error {
  readonly error: RunError;

  constructor(error: RunError, detail = '') {
    super(detail);
    this.error = error;
  }
}

/** Undefined if the text is no LDAP filter. */
export function parseFilter(text: string): Filter | undefined {
  try {
    // A filter with a remainder, such as `(a=b)(c=d)`, would be read only in part.
    const filter = FilterParser.parseString(text);
    return isBalanced(text) ? filter : undefined;
  } catch {
    return undefined;
  }
}

/** True for one expression in parentheses and nothing beside it. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const [at, character] of Array.from(text).entries()) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0 && at < Array.from(text).length - 1) return false;
  }
  return depth === 0 && text.startsWith('(');
}

/** Entries without the username attribute are no users. */
export function userFilter({ user_filter, user_field }: LdapDirectory): Filter {
  const hasUsername = new PresenceFilter({ attribute: user_field });
  if (user_filter === '') return hasUsername;
  return new AndFilter({ filters: [FilterParser.parseString(user_filter), hasUsername] });
}

export const groupFilter = (text: string): Filter =>
  FilterParser.parseString(text === '' ? USUAL_GROUPS : text);

/** Why a search failed, for errors of the directory and the network. */
export function toDirectoryError(error: unknown): DirectoryError {
  if (error instanceof DirectoryError) return error;
  const detail = error instanceof Error ? error.message.slice(0, 300) : '';
  if (error instanceof TimeoutError) return new DirectoryError('unreachable', detail);
  if (error instanceof SizeLimitExceededError || error instanceof AdminLimitExceededError)
    return new DirectoryError('sizeLimit', detail);
  if (error instanceof TimeLimitExceededError) return new DirectoryError('timeLimit', detail);
  if (error instanceof ResultCodeError && error.code === REFERRAL_CODE)
    return new DirectoryError('referral', detail);
  return new DirectoryError(classifyError(error), detail);
}

/**
 * Reads a list page by page (RFC 2696) and throws unless all of it was read: callers take people who are missing in it
 * for people who are gone.
 */
export async function* searchPages(
  client: Client,
  baseDn: string,
  filter: Filter,
  attributes: readonly string[],
): AsyncGenerator<Entry[]> {
  if (!client.isBound) await client.bind('', '');
  const pages = client.searchPaginated(baseDn, {
    scope: 'sub',
    filter,
    attributes: [...attributes],
    explicitBufferAttributes: ['objectGUID'],
    paged: { pageSize: PAGE_SIZE },
  });
  let pageCount = 0;
  for await (const { searchEntries, searchReferences } of pages) {
    // The client connects again by itself, without a bind: the rest of the list would be that of an anonymous search.
    if (!client.isBound) throw new DirectoryError('incomplete', 'reconnected');
    const [reference] = searchReferences;
    if (reference !== undefined) throw new DirectoryError('referral', reference.slice(0, 300));
    // The client ends at an empty page, even if the server has announced more.
    if (searchEntries.length === 0 && pageCount > 0)
      throw new DirectoryError('incomplete', 'empty page');
    pageCount += 1;
    yield searchEntries;
  }
}
