import { createHash } from 'node:crypto';
import { isObject } from './resource.policy.ts';
import type { Resource } from './resource.policy.ts';
import { GROUP, USER } from './schemas.ts';
import type { ScimGroupRow, ScimMemberRow } from './scim-group.repository.ts';
import type { ScimUserRow } from './scim-user.repository.ts';

/** Resources as they are sent. */

const hash = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

export const userVersion = (row: ScimUserRow): string => `W/"${hash(row)}"`;
export const groupVersion = ({ version }: ScimGroupRow): string => `W/"${version}"`;

export function toUser(row: ScimUserRow, baseUrl: string): Resource {
  const { scim_id: id, external_id, attributes, user_name, is_active, groups } = row;
  const extensions = USER.extensions.filter(({ schema }) => isObject(attributes[schema]));
  return {
    schemas: [USER.schema, ...extensions.map(({ schema }) => schema)],
    id,
    ...(external_id !== null && { externalId: external_id }),
    userName: user_name,
    ...attributes,
    active: is_active,
    ...(groups.length > 0 && {
      groups: groups.map((group) => ({
        ...group,
        $ref: `${baseUrl}/Groups/${group.value}`,
        type: 'direct',
      })),
    }),
    meta: {
      resourceType: 'User',
      created: row.addtime.toISOString(),
      lastModified: row.update_time.toISOString(),
      location: `${baseUrl}/Users/${id}`,
      version: userVersion(row),
    },
  };
}

export function toGroup(
  row: ScimGroupRow,
  members: readonly ScimMemberRow[] | undefined,
  baseUrl: string,
): Resource {
  const { scim_group_id: id, external_id, display_name } = row;
  return {
    schemas: [GROUP.schema],
    id,
    ...(external_id !== null && { externalId: external_id }),
    displayName: display_name,
    ...(members && {
      members: members.map(({ value, display }) => ({
        value,
        $ref: `${baseUrl}/Users/${value}`,
        display,
        type: 'User',
      })),
    }),
    meta: {
      resourceType: 'Group',
      created: row.addtime.toISOString(),
      lastModified: row.update_time.toISOString(),
      location: `${baseUrl}/Groups/${id}`,
      version: groupVersion(row),
    },
  };
}
