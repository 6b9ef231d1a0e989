import type { IdentityKind } from '@octavo/contract/login-method.entities';
import { AppError } from '../../app-error.ts';
import type { AuditNote } from '../../http/audit-entry.ts';
import type { SiteSettings } from '../setting/setting.ts';
import type { StoredIdentity } from './external-identity.repository.ts';
import type { Connection } from '../../db/connect.ts';
import { userRepository } from '../account/user.repository.ts';
import { externalIdentityRepository } from './external-identity.repository.ts';
import { emailMaintainer, maintainerOf } from './maintainer.ts';

/** A user whom the directory, the provider or a signed link has authenticated. */
export interface ExternalIdentity {
  /** Immutable, unlike the username. */
  readonly id: string;
  readonly username: string;
  readonly name: string;
  /** For a new account; it is not verified. */
  readonly email?: string;
}

interface NewIdentity extends Pick<ExternalIdentity, 'id' | 'username'> {
  readonly kind: IdentityKind;
}

/**
 * The audit log entry of a link. An account has at most one identity of each kind, so a link has an old and a new
 * value.
 */
export function identityNote(
  kind: IdentityKind,
  previous: StoredIdentity | undefined,
  current: { readonly id: string; readonly username: string } | undefined,
): Pick<AuditNote, 'facts' | 'was'> {
  return {
    facts: { kind, external_id: current?.id ?? '', external_username: current?.username ?? '' },
    was: {
      kind,
      external_id: previous?.external_id ?? '',
      external_username: previous?.external_username ?? '',
    },
  };
}

async function lockIdentity(db: Connection, uid: number, kind: string) {
  await userRepository(db).lock(uid);
  return (await externalIdentityRepository(db).list(uid)).find((each) => each.kind === kind);
}

/**
 * Links an identity to an account, in a transaction, and returns the identity that it replaces. The account's row
 * is locked: of two links at once the later one sees the earlier.
 */
export async function linkIdentity(
  db: Connection,
  uid: number,
  { kind, id, username }: NewIdentity,
  { replace }: { readonly replace: boolean },
): Promise<StoredIdentity | undefined> {
  const existing = await lockIdentity(db, uid, kind);
  if (existing?.external_id === id) return existing;
  if (existing && !replace) throw new AppError('identityExists');
  if (existing) await externalIdentityRepository(db).delete(kind, uid);
  if (!(await externalIdentityRepository(db).insert(kind, id, uid, username)))
    throw new AppError('linkTaken');
  return existing;
}

/** Whether a link has replaced another identity of the account. */
export function isReplaced(previous: StoredIdentity | undefined, id: string): boolean {
  return previous !== undefined && previous.external_id !== id;
}

/** Returns the identity that was unlinked, if there was one. */
export async function unlinkIdentity(
  db: Connection,
  uid: number,
  kind: IdentityKind,
): Promise<StoredIdentity | undefined> {
  const existing = await lockIdentity(db, uid, kind);
  if (existing) await externalIdentityRepository(db).delete(kind, uid);
  return existing;
}

/** How the account of this user can log in. */
export async function loginMethodsOf(
  db: Connection,
  uid: number,
  settings: Pick<SiteSettings, 'ldap_open' | 'oauth2_open' | 'directory_form'>,
) {
  const passwordState = await userRepository(db).findPasswordState(uid);
  if (!passwordState) throw new AppError('noSuchUser');
  const { ldap_open, oauth2_open } = settings;
  const maintainer = await maintainerOf(db, { uid, ...passwordState }, settings);
  return {
    ...passwordState,
    identities: await externalIdentityRepository(db).list(uid),
    scim: (await externalIdentityRepository(db).findScim(uid)) ?? null,
    maintained_by: maintainer,
    email_maintained_by: emailMaintainer(maintainer, passwordState, settings),
    ldap_open,
    oauth2_open,
  };
}

/** A user must not lock themselves out. */
export function assertOtherMethod(
  methods: Awaited<ReturnType<typeof loginMethodsOf>>,
  kind: IdentityKind,
): void {
  const isOpen = { ldap: methods.ldap_open, oauth2: methods.oauth2_open };
  const others = methods.identities.filter((each) => each.kind !== kind && isOpen[each.kind]);
  if (!methods.has_password && others.length === 0) throw new AppError('lastLoginMethod');
}
