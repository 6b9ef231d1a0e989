import type { ScimConfig, ScimMapping } from '@octavo/contract/admin-scim.entities';
import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { ROLES } from '../directory/run-texts.ts';
import type { GroupMapping } from '../directory/group-mappings.tsx';

/** The roles that a SCIM group may give: a token outside of this site must not make administrators. */
export const SCIM_ROLES = ROLES.filter(({ groupid }) => groupid !== ADMIN_GROUP);

export const toGroupMapping = ({
  scim_group_id,
  display_name,
  ...mapping
}: ScimMapping): GroupMapping => ({
  group: scim_group_id,
  group_name: display_name,
  ...mapping,
});

export const parseMappings = (text: string) => JSON.parse(text) as readonly GroupMapping[];

export const toScimDraft = ({ scim_form, mappings }: ScimConfig) => ({
  scim_form,
  /** As JSON text, because the mappings are saved as a whole. */
  mappings: JSON.stringify(mappings.map(toGroupMapping)),
});
