import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { Sealer } from '../../secrets.ts';
import type { LdapForm } from '../setting/setting.ts';
import type { Settings } from '../setting/settings.ts';
import { askDirectory } from './ask-directory.ts';
import type { Directory } from './ask-directory.ts';
import type { OutsidePerson } from './outside-account.ts';

export interface DirectoryLogin {
  /** Undefined when the directory does not know this name and password, or is switched off. */
  find(username: string, password: string): Promise<OutsidePerson | undefined>;
  /** Whether this is the password of the person whose account it is. */
  confirm(uid: number, username: string, password: string): Promise<boolean>;
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
  const find: DirectoryLogin['find'] = async (username, password) => {
    const { ldap_open, ldap_form } = await settings.get();
    if (!ldap_open || ldap_form.host === '') return undefined;
    try {
      return await askDirectory(openDirectory(ldap_form, sealer), { username, password });
    } catch (error) {
      log.warn({ err: error }, 'directory');
      throw new AppError('directoryDown');
    }
  };
  return {
    find,
    async confirm(uid, username, password) {
      const person = await find(username, password);
      const linked = person && (await repos.outsideLogins.find('ldap', person.id));
      return linked?.uid === uid;
    },
  };
}
