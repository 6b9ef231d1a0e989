import type { TextKey } from '@octavo/texts/translate';

type FieldText = Extract<TextKey, `audit.field${string}`>;

/** The labels of changed fields; an unknown field keeps its technical name. */
export const FIELD_TEXTS: Readonly<Record<string, FieldText | undefined>> = {
  name: 'audit.fieldName',
  email: 'audit.fieldEmail',
  is_verified: 'audit.fieldVerified',
  username: 'audit.fieldUsername',
  groupid: 'audit.fieldRole',
  is_disabled: 'audit.fieldDisabled',
  local_access: 'audit.fieldLocalAccess',
  password: 'audit.fieldPassword',
  external_id: 'audit.fieldExternalId',
  external_username: 'audit.fieldExternalName',
  second_factor: 'audit.fieldFactor',
  has_totp: 'audit.fieldTotp',
  totp: 'audit.fieldTotp',
  recovery_codes: 'audit.fieldCodes',
  scopes: 'audit.fieldScopes',
  item_name: 'audit.fieldItemName',
  item_description: 'audit.fieldDescription',
  item_domain: 'audit.fieldDomain',
  is_private: 'audit.fieldPrivate',
  is_archived: 'audit.fieldArchived',
  member_group_id: 'audit.fieldRight',
  is_active: 'audit.fieldActive',
  cat_id: 'audit.fieldCatId',
  cat_name: 'audit.fieldCatalog',
  team_name: 'audit.fieldTeamName',
  isCreateSiglePage: 'audit.fieldShared',
  is_open: 'audit.fieldMock',
  api_key: 'audit.fieldKey',
  api_token: 'audit.fieldToken',
  link: 'audit.fieldLink',
  login_secret_key: 'audit.fieldLoginKey',
  older_login_links: 'audit.fieldOlderLinks',
};
