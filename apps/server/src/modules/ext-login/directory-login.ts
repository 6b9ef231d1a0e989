import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { Sealer } from '../../secrets.ts';
import type { LdapForm } from '../setting/setting.ts';
import type { Settings } from '../setting/settings.ts';
import { askDirectory, lookUpInDirectory } from './ask-directory.ts';
import type { Directory, DirectoryEntry } from './ask-directory.ts';
import type { ExternalIdentity } from './external-identity.ts';

export interface DirectoryLogin {
  /** Undefined when the username or password is wrong, or when LDAP is switched off. */
  find(username: string, password: string): Promise<ExternalIdentity | undefined>;
  /** Whether this is the directory password of the user whose identity is linked to the account. */
  confirm(uid: number, username: string, password: string): Promise<boolean>;
  /** Searches with the search account. Undefined when no entry matches, or more than one. */
  lookUp(username: string): Promise<DirectoryEntry | undefined>;
}

export function openDirectory({ bind_password, ...form }: LdapForm, sealer: Sealer): Directory {
  return { ...form, bind_password: bind_password === '' ? '' : (sealer.open(bind_password) ?? '') };
}

export function createDirectoryLogin(parts: {
  settings: Settings;
  repos: Repositories;
  sealer: Sealer;
  log: Pick<FastifyBaseLogger, 'warn'>;
}): DirectoryLogin {
  const { settings, repos, sealer, log } = parts;
  async function ask<T>(question: (directory: Directory) => Promise<T>): Promise<T | undefined> {
    const { ldap_open, ldap_form } = await settings.get();
    if (!ldap_open || ldap_form.host === '') return undefined;
    try {
      return await question(openDirectory(ldap_form, sealer));
    } catch (error) {
      log.warn({ err: error }, 'directory');
      throw new AppError('directoryDown');
    }
  }
  const find: DirectoryLogin['find'] = (username, password) =>
    ask((directory) => askDirectory(directory, { username, password }));
  return {
    find,
    lookUp: (username) => ask((directory) => lookUpInDirectory(directory, username)),
    async confirm(uid, username, password) {
      const identities = await repos.outsideLogins.list(uid);
      const linkedName = identities.find(({ kind }) => kind === 'ldap')?.external_username;
      const person = await find(linkedName || username, password);
      const linked = person && (await repos.outsideLogins.find('ldap', person.id));
      return linked?.uid === uid;
    },
  };
}
