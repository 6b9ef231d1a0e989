import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Cipher } from '../../secrets.ts';
import type { DirectoryForm, LdapForm } from '../setting/setting.ts';
import type { Settings } from '../setting/settings.ts';
import { authenticateLdap, lookUpLdapUser } from './ldap-client.ts';
import type { LdapDirectory, LdapEntry } from './ldap-client.ts';
import type { ExternalIdentity } from './external-identity.ts';
import type { Connection } from '../../db/connect.ts';
import { externalIdentityRepository } from './external-identity.repository.ts';

export interface LdapLogin {
  /** Undefined when the username or password is wrong, or when LDAP is switched off. */
  find(username: string, password: string): Promise<ExternalIdentity | undefined>;
  /** Whether this is the directory password of the user whose identity is linked to the account. */
  confirm(uid: number, username: string, password: string): Promise<boolean>;
  /** Searches with the search account. Undefined when no entry matches, or more than one. */
  lookUp(username: string): Promise<LdapEntry | undefined>;
}

export function toLdapDirectory(
  { bind_password, ...form }: LdapForm,
  { user_filter }: Pick<DirectoryForm, 'user_filter'>,
  cipher: Cipher,
): LdapDirectory {
  return {
    ...form,
    user_filter,
    bind_password: bind_password === '' ? '' : (cipher.decrypt(bind_password) ?? ''),
  };
}

export function createLdapLogin(parts: {
  settings: Settings;
  db: Connection;
  cipher: Cipher;
  log: Pick<FastifyBaseLogger, 'warn'>;
}): LdapLogin {
  const { settings, db, cipher, log } = parts;
  async function withDirectory<T>(
    query: (directory: LdapDirectory) => Promise<T>,
  ): Promise<T | undefined> {
    const { ldap_open, ldap_form, directory_form } = await settings.get();
    if (!ldap_open || ldap_form.host === '') return undefined;
    try {
      return await query(toLdapDirectory(ldap_form, directory_form, cipher));
    } catch (error) {
      log.warn({ err: error }, 'LDAP directory failed');
      throw new AppError('directoryDown');
    }
  }
  const find: LdapLogin['find'] = (username, password) =>
    withDirectory((directory) => authenticateLdap(directory, { username, password }));
  return {
    find,
    lookUp: (username) => withDirectory((directory) => lookUpLdapUser(directory, username)),
    async confirm(uid, username, password) {
      const identities = await externalIdentityRepository(db).list(uid);
      const linkedName = identities.find(({ kind }) => kind === 'ldap')?.external_username;
      const identity = await find(linkedName || username, password);
      const linked = identity && (await externalIdentityRepository(db).find('ldap', identity.id));
      return linked?.uid === uid;
    },
  };
}
