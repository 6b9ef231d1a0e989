import type { Connection } from '../../db/connect.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { recordChanges } from '../directory-sync/apply-changes.ts';
import { followGroups } from './follow-groups.ts';
import { applyGroupOperations, memberIds } from './group.policy.ts';
import type { MemberChange } from './group.policy.ts';
import type { Operation } from './patch.policy.ts';
import { isObject, readResource } from './resource.policy.ts';
import type { Resource } from './resource.policy.ts';
import { GROUP, isSameName } from './schemas.ts';
import { inChange, sourceOf } from './scim-context.ts';
import type { ScimContext } from './scim-context.ts';
import { conflict, invalidValue, notFound } from './scim-error.ts';
import { scimGroupRepository } from './scim-group.repository.ts';
import type { ScimGroupRow } from './scim-group.repository.ts';
import { scimMappingRepository } from './scim-mapping.repository.ts';

type Precondition = (row: ScimGroupRow) => void;

const MAX_NAME_LENGTH = 256;

function toValues(resource: Resource) {
  const { displayName, externalId } = resource;
  const display_name = typeof displayName === 'string' ? displayName.trim() : '';
  if (display_name === '') throw invalidValue('displayName is required.');
  if (display_name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(display_name))
    throw invalidValue('displayName is too long or contains control characters.');
  return { display_name, external_id: typeof externalId === 'string' ? externalId : null };
}

const nameTaken = () => conflict('A group with this displayName exists.');

/** The members are read apart from the other attributes, because a group can have thousands. */
function readGroup(body: unknown) {
  const members = isObject(body)
    ? Object.entries(body).find(([name]) => isSameName(name, 'members'))?.[1]
    : undefined;
  const others = isObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !isSameName(name, 'members')))
    : body;
  const resource = readResource(GROUP, others);
  return { values: toValues(resource), members: memberIds(members) };
}

async function loadGroup(db: Connection, id: string): Promise<ScimGroupRow> {
  const row = await scimGroupRepository(db).find(id);
  if (!row) throw notFound('Group', id);
  return row;
}

export const getGroup = ({ deps }: ScimContext, id: string) => loadGroup(deps.db, id);

/** Changes the members, and the teams and roles of those whose membership has changed. */
async function changeMembers(
  work: UnitOfWork,
  ctx: ScimContext,
  id: string,
  { isReplaced, added, removed }: MemberChange,
) {
  const groups = scimGroupRepository(work.db);
  const unknown = added.length === 0 ? [] : await groups.findUnknown(added);
  if (unknown.length > 0) throw invalidValue(`No user has the id ${unknown.join(', ')}.`);
  const out = isReplaced
    ? await groups.removeMembers(id, { except: added })
    : removed.length === 0
      ? []
      : await groups.removeMembers(id, { only: removed });
  const into = added.length === 0 ? [] : await groups.addMembers(id, added);
  if (out.length + into.length > 0 && (await scimMappingRepository(work.db).areMapped([id])))
    await followGroups(work, sourceOf(ctx), [...new Set([...out, ...into])]);
  return { added: into.length, removed: out.length };
}

export async function createGroup(ctx: ScimContext, body: unknown): Promise<ScimGroupRow> {
  const { values, members } = readGroup(body);
  return inChange(ctx, async (work) => {
    const id = await scimGroupRepository(work.db).insert(values);
    if (id === undefined) throw nameTaken();
    await changeMembers(work, ctx, id, { isReplaced: false, added: members, removed: [] });
    await recordChanges(work, sourceOf(ctx), [
      {
        action: 'adminScim.createGroup',
        facts: { group: values.display_name, members: members.length },
      },
    ]);
    return loadGroup(work.db, id);
  });
}

async function changeGroup(
  ctx: ScimContext,
  id: string,
  check: Precondition,
  change: (resource: Resource) => { values: ReturnType<typeof toValues>; members: MemberChange },
): Promise<ScimGroupRow> {
  return inChange(ctx, async (work) => {
    const groups = scimGroupRepository(work.db);
    const row = await groups.lock(id);
    if (!row) throw notFound('Group', id);
    check(row);
    const { display_name, external_id } = row;
    const { values, members } = change({
      displayName: display_name,
      ...(external_id !== null && { externalId: external_id }),
    });
    const isRenamed = values.display_name !== display_name;
    if (isRenamed && (await groups.hasName(values.display_name, id))) throw nameTaken();
    const { added, removed } = await changeMembers(work, ctx, id, members);
    if (!isRenamed && values.external_id === external_id && added + removed === 0) return row;
    await groups.update(id, values);
    await recordChanges(work, sourceOf(ctx), [
      {
        action: 'adminScim.changeGroup',
        facts: {
          group: values.display_name,
          added,
          removed,
          ...(isRenamed && { was: { group: display_name } }),
        },
      },
    ]);
    return loadGroup(work.db, id);
  });
}

export async function replaceGroup(
  ctx: ScimContext,
  id: string,
  body: unknown,
  check: Precondition,
) {
  const { values, members } = readGroup(body);
  return changeGroup(ctx, id, check, () => ({
    values,
    members: { isReplaced: true, added: members, removed: [] },
  }));
}

export async function patchGroup(
  ctx: ScimContext,
  id: string,
  operations: readonly Operation[],
  check: Precondition,
) {
  return changeGroup(ctx, id, check, (before) => {
    const { resource, members } = applyGroupOperations(before, id, operations);
    return { values: toValues(resource), members };
  });
}

/** The mappings of the group end with it, and with them the teams and roles that it gave. */
export async function deleteGroup(
  ctx: ScimContext,
  id: string,
  check: Precondition,
): Promise<void> {
  await inChange(ctx, async (work) => {
    const groups = scimGroupRepository(work.db);
    const row = await groups.lock(id);
    if (!row) throw notFound('Group', id);
    check(row);
    const isMapped = await scimMappingRepository(work.db).areMapped([id]);
    const uids = await groups.delete(id);
    if (isMapped) await followGroups(work, sourceOf(ctx), uids);
    await recordChanges(work, sourceOf(ctx), [
      { action: 'adminScim.deleteGroup', facts: { group: row.display_name, members: uids.length } },
    ]);
  });
}
