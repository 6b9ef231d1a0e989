import type { Client, Entry } from 'ldapts';
import { attributeOf, attributeText } from '../ext-login/ldap-client.ts';
import { DirectoryError } from '../ext-login/ldap-pages.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { dnKey } from './distinguished-name.ts';

/** `member` and `uniqueMember` have DNs, `memberUid` has usernames. */
const MEMBER_FIELDS = ['member', 'uniqueMember', 'memberUid'];
/** Increases with each change of an entry in Active Directory. */
const CHANGE_NUMBER = 'uSNChanged';

export const GROUP_ATTRIBUTES = [...MEMBER_FIELDS, CHANGE_NUMBER];

const listOf = (value: Entry[string] | undefined): string[] => [value ?? []].flat().map(String);

/**
 * Active Directory returns at most 1,500 values of an attribute, under a name with their positions:
 * `member;range=0-1499`. The last part ends with `*`.
 */
function partOf(entry: Entry, field: string) {
  const pattern = new RegExp(String.raw`^${field};range=(\d+)-(\d+|\*)$`, 'i');
  for (const [name, value] of Object.entries(entry)) {
    const [, first, last] = pattern.exec(name) ?? [];
    const values = listOf(value);
    // The client adds an empty list under a requested name that is not in the answer.
    if (first === undefined || values.length === 0) continue;
    return { values, first: Number(first), last: last === '*' ? undefined : Number(last) };
  }
  return undefined;
}

/** Requests an attribute of one entry; undefined if the directory does not return the entry. */
type ReadEntry = (attributes: string[]) => Promise<Entry | undefined>;

/** All values of an attribute. Throws unless the parts follow each other and belong to the same state of the entry. */
async function readValues(entry: Entry, field: string, readEntry: ReadEntry): Promise<string[]> {
  let part = partOf(entry, field);
  if (!part) return listOf(attributeOf(entry, field));
  const state = attributeText(attributeOf(entry, CHANGE_NUMBER));
  const values: string[] = [];
  for (;;) {
    if (part?.first !== values.length) throw new DirectoryError('largeGroup', entry.dn);
    values.push(...part.values);
    if (part.last === undefined) return values;
    if (part.last !== values.length - 1) throw new DirectoryError('largeGroup', entry.dn);
    const next = await readEntry([`${field};range=${values.length}-*`, CHANGE_NUMBER]);
    const isChanged = !next || attributeText(attributeOf(next, CHANGE_NUMBER)) !== state;
    part = isChanged ? undefined : partOf(next, field);
  }
}

/** The members of a group, as keys of DNs and, with `uid `, of usernames. */
export async function readMembers(entry: Entry, readEntry: ReadEntry): Promise<Set<string>> {
  const members = new Set<string>();
  for (const field of MEMBER_FIELDS)
    for (const value of await readValues(entry, field, readEntry))
      members.add(field === 'memberUid' ? `uid ${usernameKey(value)}` : dnKey(value));
  return members;
}

export const entryReader =
  (client: Client, dn: string): ReadEntry =>
  async (attributes) => {
    const { searchEntries } = await client.search(dn, { scope: 'base', attributes });
    // The client connects again by itself, without a bind.
    if (!client.isBound) throw new DirectoryError('incomplete', 'reconnected');
    return searchEntries[0];
  };

/** For a list to choose from: of a large group only the first part is counted. */
export const countMembers = (entry: Entry): number =>
  MEMBER_FIELDS.flatMap((field) => {
    const part = partOf(entry, field);
    return part ? part.values : listOf(attributeOf(entry, field));
  }).length;
