import type { Entry } from 'ldapts';
import { describe, expect, it } from 'vitest';
import { DirectoryError } from '../ext-login/ldap-pages.ts';
import { countMembers, readMembers } from './group-members.ts';

const dn = 'CN=Crew,OU=Groups,DC=corp,DC=example';
const people = (count: number) =>
  Array.from({ length: count }, (_, at) => `CN=P${at},OU=People,DC=corp,DC=example`);

/**
 * A group as the client returns it from Active Directory, which sends at most 1,500 values of an attribute. OpenLDAP
 * sends all of them.
 */
function openGroup(members: readonly string[], limit = 1500) {
  const requests: string[][] = [];
  const group = { members, usn: 7001, read: (attributes: string[]) => read(attributes), requests };
  const read = async (attributes: string[]): Promise<Entry> => {
    requests.push(attributes);
    const from = Number(/^member;range=(\d+)-\*$/.exec(attributes[0] ?? '')?.[1] ?? 0);
    const values = group.members.slice(from, from + limit);
    const end = from + limit < group.members.length ? from + limit - 1 : '*';
    const isWhole = from === 0 && end === '*';
    return {
      dn,
      uSNChanged: String(group.usn),
      [isWhole ? 'member' : `member;range=${from}-${end}`]:
        values.length === 1 ? values[0]! : values,
      // The client adds the names that it has requested.
      ...(!isWhole && !(end === '*' && from > 0) && { [attributes[0] ?? 'member']: [] }),
    };
  };
  return group;
}

describe('the members of a group', () => {
  it.each([0, 1, 1499, 1500, 1501, 3000, 3001, 4600])(
    'are complete if they are %i and the directory returns 1,500 at once',
    async (count) => {
      const group = openGroup(people(count));
      const entry = await group.read(['member', 'uniqueMember', 'memberUid', 'uSNChanged']);
      group.requests.length = 0;
      const members = await readMembers(entry, group.read);
      expect([...members]).toEqual(people(count).map((each) => each.toLowerCase()));
      expect(group.requests).toEqual(
        Array.from({ length: Math.max(Math.ceil(count / 1500) - 1, 0) }, (_, at) => [
          `member;range=${(at + 1) * 1500}-*`,
          'uSNChanged',
        ]),
      );
      expect(countMembers(entry)).toBe(Math.min(count, 1500));
    },
  );

  it('are read whatever the case of the names', async () => {
    const [ana = '', ben = '', cem = ''] = people(3);
    const entry = { dn, 'Member;Range=0-1': [ana, ben], memberUid: 'Mei' };
    const members = await readMembers(entry, async () => ({ dn, 'member;Range=2-*': cem }));
    expect([...members]).toEqual([...[ana, ben, cem].map((each) => each.toLowerCase()), 'uid mei']);
  });

  it.each<[string, Entry, Entry | undefined]>([
    ['ends in the middle', { 'member;range=0-1': people(2), dn }, undefined],
    ['has no further part', { 'member;range=0-1': people(2), dn }, { dn, 'member;range=2-*': [] }],
    ['leaves values out', { 'member;range=0-1': people(2), dn }, { dn, 'member;range=3-*': 'a=b' }],
    [
      'repeats a part',
      { 'member;range=0-1': people(2), dn },
      { dn, 'member;range=0-1': people(2) },
    ],
    ['starts later', { 'member;range=1-2': people(2), dn }, undefined],
    [
      'has a shorter part',
      { 'member;range=0-4': people(2), dn },
      { dn, 'member;range=5-*': 'a=b' },
    ],
    [
      'has changed meanwhile',
      { 'member;range=0-1': people(2), dn, uSNChanged: '7001' },
      { dn, 'member;range=2-*': 'a=b', uSNChanged: '7002' },
    ],
  ])('are not read from a group that %s', async (_what, entry, next) => {
    const reading = readMembers(entry, async () => next);
    await expect(reading).rejects.toBeInstanceOf(DirectoryError);
    await expect(reading).rejects.toMatchObject({ error: 'largeGroup', message: dn });
  });
});
