import { calls } from '@octavo/contract';
import type {
  AccountSource,
  AccountState,
  LastSeen,
  SecondFactorState,
} from '@octavo/contract/admin.entities';
import type { CallInput } from '@octavo/contract/define-call';
import { useSearchParams } from 'react-router';

export const SOURCES = ['local', 'ldap', 'oauth2', 'scim', 'integration'] as const;
export const ROLES = ['1', '3', '2'] as const;
export const STATES = ['active', 'invited', 'disabled'] as const;
export const SECOND_FACTOR = ['on', 'off'] as const;
export const LAST_SEEN = ['7d', '30d', '90d', 'older', 'never'] as const;

type Filter = Omit<CallInput<typeof calls.adminUser.getList>, 'page' | 'count'>;
type ParamName =
  | 'word'
  | 'source'
  | 'role'
  | 'state'
  | 'factor'
  | 'seen'
  | 'page'
  | 'user'
  | 'import';

/** The filters, the page and the opened user are part of the URL, so that they can be shared and revisited. */
export function useUserQuery() {
  const [params, setParams] = useSearchParams();
  /** The value of a parameter if it is one of these; a URL may contain anything. */
  function choice<Value extends string>(
    name: ParamName,
    values: readonly Value[],
  ): Value | undefined {
    const value = params.get(name);
    return values.find((each) => each === value);
  }
  const word = params.get('word')?.trim() ?? '';
  const source: AccountSource | undefined = choice('source', SOURCES);
  const role = choice('role', ROLES);
  const state: AccountState | undefined = choice('state', STATES);
  const factor: SecondFactorState | undefined = choice('factor', SECOND_FACTOR);
  const seen: LastSeen | undefined = choice('seen', LAST_SEEN);
  const filter: Filter = {
    username: word,
    ...(source && { source }),
    ...(role && { groupid: Number(role) }),
    ...(state && { state }),
    ...(factor && { second_factor: factor }),
    ...(seen && { last_seen: seen }),
  };

  /** Changes parameters; a changed filter goes back to the first page. */
  function change(
    next: Partial<Record<ParamName, string | number | undefined>>,
    options?: { replace: boolean },
  ) {
    setParams((before) => {
      const changed = new URLSearchParams(before);
      if (!('page' in next || 'user' in next || 'import' in next)) changed.delete('page');
      for (const [name, value] of Object.entries(next)) {
        if (value === undefined || value === '') changed.delete(name);
        else changed.set(name, String(value));
      }
      return changed;
    }, options);
  }

  return {
    word,
    source,
    role,
    state,
    factor,
    seen,
    filter,
    isFiltered: Object.values(filter).some((value) => value !== ''),
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
    /** The user whose details are open; 0 for none. */
    uid: Math.max(0, Math.floor(Number(params.get('user'))) || 0),
    /** The import whose dialog is open, so that it is found again after a reload; 0 for none. */
    importId: Math.max(0, Math.floor(Number(params.get('import'))) || 0),
    change,
    clear: () =>
      change({
        word: undefined,
        source: undefined,
        role: undefined,
        state: undefined,
        factor: undefined,
        seen: undefined,
      }),
  };
}

export type UserQuery = ReturnType<typeof useUserQuery>;
