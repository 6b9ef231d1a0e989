import { MAX_DISPLAY_NAME_LENGTH, MAX_EMAIL_LENGTH } from '@octavo/contract/limits';
import type { Client, Entry } from 'ldapts';
import { attributeOf, attributeText, toIdentity } from '../ext-login/ldap-client.ts';
import type { LdapDirectory } from '../ext-login/ldap-client.ts';
import { groupFilter, searchPages, userFilter } from '../ext-login/ldap-pages.ts';
import type { DirectoryForm } from '../setting/setting.ts';
import { usernameKey } from '../../lib/username-key.ts';
import type { Mapping } from './directory-mapping.repository.ts';
import { dnKey } from './distinguished-name.ts';
import { entryReader, GROUP_ATTRIBUTES, readMembers } from './group-members.ts';

/** A person of the directory. */
export interface Person {
  readonly external_id: string;
  readonly dn: string;
  readonly username: string;
  readonly name: string;
  /** Empty if the directory has none, or nothing that can be an address. */
  readonly email: string;
}

/** The bit of a disabled account in Active Directory. */
const ACCOUNT_DISABLED = 2;

/** The mapped groups of each person, by DN and by username. */
export interface GroupMembers {
  readonly groupCount: number;
  /** The number of members of each mapping; null if the directory has no such group. */
  readonly people: ReadonlyMap<number, number | null>;
  mappingsOf(person: Person): readonly Mapping[];
}

/** Keeps only the members of mapped groups. */
export async function readGroups(
  client: Client,
  { base_dn }: LdapDirectory,
  { group_filter, group_base_dn }: DirectoryForm,
  mappings: readonly Mapping[],
): Promise<GroupMembers> {
  const byGroup = Map.groupBy(mappings, ({ group_dn }) => dnKey(group_dn));
  const byMember = new Map<string, Mapping[]>();
  const people = new Map<number, number | null>(mappings.map((each) => [each.mapping_id, null]));
  let groupCount = 0;
  const pages = searchPages(
    client,
    group_base_dn || base_dn,
    groupFilter(group_filter),
    GROUP_ATTRIBUTES,
  );
  const groups: Entry[] = [];
  for await (const entries of pages) {
    groupCount += entries.length;
    groups.push(...entries.filter(({ dn }) => byGroup.has(dnKey(dn))));
  }
  // Not between two pages: large groups take requests of their own.
  for (const entry of groups) {
    const mapped = byGroup.get(dnKey(entry.dn)) ?? [];
    const members = await readMembers(entry, entryReader(client, entry.dn));
    for (const { mapping_id } of mapped) people.set(mapping_id, members.size);
    for (const member of members)
      byMember.set(member, [...(byMember.get(member) ?? []), ...mapped]);
  }
  return {
    groupCount,
    people,
    mappingsOf: ({ dn, username }) => [
      ...(byMember.get(dnKey(dn)) ?? []),
      ...(byMember.get(`uid ${usernameKey(username)}`) ?? []),
    ],
  };
}

function isDisabledEntry(entry: Entry): boolean {
  const flags = Number(attributeText(attributeOf(entry, 'userAccountControl')));
  return (
    (flags & ACCOUNT_DISABLED) !== 0 ||
    attributeText(attributeOf(entry, 'nsAccountLock')).toLowerCase() === 'true'
  );
}

const isEmail = (text: string) =>
  text.length <= MAX_EMAIL_LENGTH && /^[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+$/u.test(text);

function toPerson(entry: Entry, directory: LdapDirectory, mailField: string): Person {
  const { id, username, name } = toIdentity(entry, directory);
  const email = mailField === '' ? '' : attributeText(attributeOf(entry, mailField)).trim();
  return {
    external_id: id,
    dn: entry.dn,
    username: username.trim(),
    name: name
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, MAX_DISPLAY_NAME_LENGTH)
      .toWellFormed(),
    email: isEmail(email) ? email : '',
  };
}

/** The people who may log in, page by page. People who are disabled in the directory are left out. */
export async function* readPeople(
  client: Client,
  directory: LdapDirectory,
  mailField: string,
): AsyncGenerator<Person[]> {
  const { base_dn, user_field, name_field } = directory;
  const attributes = [
    user_field,
    name_field,
    ...(mailField === '' ? [] : [mailField]),
    'entryUUID',
    'objectGUID',
    'userAccountControl',
    'nsAccountLock',
  ];
  for await (const entries of searchPages(client, base_dn, userFilter(directory), attributes))
    yield entries
      .filter((entry) => !isDisabledEntry(entry))
      .map((entry) => toPerson(entry, directory, mailField));
}
