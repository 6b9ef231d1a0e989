import { z } from 'zod';
import { bit, time } from './wire.ts';

/** The kinds of external identity that an account is linked to by a user or an administrator. */
export const identityKind = z.enum(['ldap', 'oauth2']);
export type IdentityKind = z.output<typeof identityKind>;

export const externalIdentity = z.object({
  kind: identityKind,
  /** The immutable id. LDAP: entryUUID, objectGUID or DN. Provider: its origin or issuer, a space and the user id. */
  external_id: z.string(),
  /** The username at the directory or provider as of the last login; empty if not known yet. */
  external_username: z.string(),
  addtime: time,
});
export type ExternalIdentityRow = z.output<typeof externalIdentity>;

/** The user of an identity provider that maintains the account by SCIM. */
export const scimIdentity = externalIdentity.omit({ kind: true });
export type ScimIdentity = z.output<typeof scimIdentity>;

/** Who maintains the name or the email of an account, which is then changed only there. */
export const maintainer = z.enum(['ldap', 'scim']);
export type Maintainer = z.output<typeof maintainer>;

export const loginMethods = z.object({
  has_password: bit,
  /** Whether the account may have a local password; off for accounts that a directory or provider has created. */
  local_access: bit,
  identities: z.array(externalIdentity),
  scim: scimIdentity.nullable(),
  /** Null if the name is changed here. */
  maintained_by: maintainer.nullable(),
  /** Null if the email is changed here: the source sends none, or the account has local access. */
  email_maintained_by: maintainer.nullable(),
  /** Whether the site accepts logins of that kind now. */
  ldap_open: bit,
  oauth2_open: bit,
});
export type LoginMethods = z.output<typeof loginMethods>;
