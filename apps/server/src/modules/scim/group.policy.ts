import { parsePath } from './filter.ts';
import type { Filter } from './filter.ts';
import { applyOperations } from './patch.policy.ts';
import type { Operation } from './patch.policy.ts';
import { isObject, without } from './resource.policy.ts';
import type { Resource } from './resource.policy.ts';
import { GROUP, isSameName } from './schemas.ts';
import { invalidValue, ScimError } from './scim-error.ts';

/** A change of the members of a group, without the members that stay, which can be thousands. */
export interface MemberChange {
  /** All other members are removed. */
  readonly isReplaced: boolean;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const MAX_ID_LENGTH = 100;

/** The ids of a list of members; `$ref` and `display` are ignored. */
export function memberIds(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  return list.map((member) => {
    const id = isObject(member) ? member['value'] : member;
    const type = isObject(member) ? member['type'] : undefined;
    if (typeof id !== 'string' || id === '' || id.length > MAX_ID_LENGTH || /[\0\s]/.test(id))
      throw invalidValue('A member has the id of a user as its value.');
    if (typeof type === 'string' && !isSameName(type, 'User'))
      throw invalidValue('The members of a group are users; groups in groups are not supported.');
    return id;
  });
}

/** The ids in `members[value eq "1" or value eq "2"]`. */
function idsOf(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.parts.flatMap(idsOf);
  if (
    filter.kind === 'compare' &&
    filter.operator === 'eq' &&
    filter.target.attribute.name === 'value'
  )
    return [String(filter.value)];
  throw new ScimError(400, 'invalidFilter', 'Members are chosen by value eq, joined by or.');
}

/** Collects the operations on members in their order. */
function createCollector() {
  let isReplaced = false;
  const isMember = new Map<string, boolean>();
  const set = (ids: readonly string[], value: boolean) => {
    for (const id of ids) isMember.set(id, value);
  };
  const clear = () => {
    isReplaced = true;
    isMember.clear();
  };
  const listOf = (value: boolean) =>
    [...isMember].flatMap(([id, each]) => (each === value ? [id] : []));
  return {
    apply({ op, value }: Operation, filter?: Filter): void {
      if (op === 'remove') {
        // Microsoft Entra names the members to remove in the value. Without names, all are removed.
        const named = filter ? idsOf(filter) : memberIds(value);
        if (named.length === 0) clear();
        else set(named, false);
        return;
      }
      if (filter) throw new ScimError(400, 'mutability', 'Members are added and removed only.');
      const ids = memberIds(value);
      if (op === 'replace') clear();
      set(ids, true);
    },
    change: (): MemberChange => ({ isReplaced, added: listOf(true), removed: listOf(false) }),
  };
}

/** Splits a PATCH of a group into the change of its attributes and of its members. */
export function applyGroupOperations(
  resource: Resource,
  id: string,
  operations: readonly Operation[],
): { resource: Resource; members: MemberChange } {
  const members = createCollector();
  let changed = resource;
  for (const operation of operations) {
    const { path, value } = operation;
    if (path === undefined && isObject(value)) {
      const name = Object.keys(value).find((each) => isSameName(each, 'members'));
      if (name !== undefined) members.apply({ ...operation, value: value[name] });
      const rest = name === undefined ? value : without(value, name);
      changed = applyOperations(GROUP, changed, id, [{ ...operation, value: rest }]);
      continue;
    }
    const parsed = path === undefined ? undefined : parsePath(GROUP, path);
    if (parsed?.attribute.name !== 'members') {
      changed = applyOperations(GROUP, changed, id, [operation]);
      continue;
    }
    if (parsed.sub) throw new ScimError(400, 'mutability', 'Members are added and removed only.');
    members.apply(operation, parsed.filter);
  }
  return { resource: changed, members: members.change() };
}
