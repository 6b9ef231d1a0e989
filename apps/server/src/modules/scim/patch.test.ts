import { describe, expect, it } from 'vitest';
import { applyGroupOperations } from './group.policy.ts';
import { applyOperations, readOperations } from './patch.policy.ts';
import { project, readResource } from './resource.policy.ts';
import type { Resource } from './resource.policy.ts';
import { ScimError } from './scim-error.ts';
import { ENTERPRISE_SCHEMA, USER } from './schemas.ts';

const ID = '2819c223-7f76-453a-919d-413861904646';
const work = { value: 'bjensen@example.com', type: 'work', primary: true };
const home = { value: 'babs@jensen.org', type: 'home' };
const user: Resource = {
  userName: 'bjensen',
  externalId: 'b1',
  name: { familyName: 'Jensen', givenName: 'Barbara' },
  title: 'Guide',
  active: true,
  emails: [work, home],
  [ENTERPRISE_SCHEMA]: { department: 'Tours', manager: { value: '26118915' } },
};

type Sent = Readonly<Record<string, unknown>>;

const apply = (...operations: Sent[]) =>
  applyOperations(USER, user, ID, readOperations({ Operations: operations }));

function errorOf(act: () => unknown): ScimError {
  try {
    act();
  } catch (error) {
    if (error instanceof ScimError) return error;
    throw error;
  }
  throw new Error('no error');
}

describe('add', () => {
  const cases: [string, Sent, Resource][] = [
    ['a single value', { path: 'nickName', value: 'Babs' }, { nickName: 'Babs' }],
    ['a present single value', { path: 'title', value: 'Boss' }, { title: 'Boss' }],
    [
      'to a list',
      { path: 'emails', value: [{ value: 'x@y.z', type: 'other' }] },
      { emails: [work, home, { value: 'x@y.z', type: 'other' }] },
    ],
    ['a value that the list has', { path: 'emails', value: [home] }, { emails: [work, home] }],
    [
      'one object to a list',
      { path: 'emails', value: { value: 'x@y.z' } },
      { emails: [work, home, { value: 'x@y.z' }] },
    ],
    [
      'a sub-attribute',
      { path: 'name.middleName', value: 'Jane' },
      { name: { familyName: 'Jensen', givenName: 'Barbara', middleName: 'Jane' } },
    ],
    [
      'an object, which keeps other sub-attributes',
      { path: 'name', value: { givenName: 'Babs' } },
      { name: { familyName: 'Jensen', givenName: 'Babs' } },
    ],
    [
      'to the value that a filter selects',
      { path: 'emails[type eq "home"].display', value: 'Home' },
      { emails: [work, { ...home, display: 'Home' }] },
    ],
    [
      'a value that a filter does not find',
      { path: 'phoneNumbers[type eq "mobile"].value', value: '123' },
      { phoneNumbers: [{ type: 'mobile', value: '123' }] },
    ],
    [
      'without a path',
      { value: { nickName: 'Babs', emails: [{ value: 'x@y.z' }], active: 'False' } },
      { nickName: 'Babs', emails: [work, home, { value: 'x@y.z' }], active: false },
    ],
    [
      'to an extension, by its object',
      { value: { [ENTERPRISE_SCHEMA]: { costCenter: '7' } } },
      {
        [ENTERPRISE_SCHEMA]: {
          department: 'Tours',
          manager: { value: '26118915' },
          costCenter: '7',
        },
      },
    ],
    [
      'a primary value, which takes the mark from the other',
      { path: 'emails', value: [{ value: 'x@y.z', primary: true }] },
      { emails: [{ ...work, primary: false }, home, { value: 'x@y.z', primary: true }] },
    ],
  ];
  it.each(cases)('%s', (_name, operation, changed) => {
    expect(apply({ op: 'add', ...operation })).toEqual({ ...user, ...changed });
    expect(apply({ op: 'Add', ...operation })).toEqual({ ...user, ...changed });
  });
});

describe('replace', () => {
  const cases: [string, Sent, Resource][] = [
    ['a single value', { path: 'title', value: 'Boss' }, { title: 'Boss' }],
    ['an unassigned value, which adds it', { path: 'nickName', value: 'B' }, { nickName: 'B' }],
    ['a list', { path: 'emails', value: [{ value: 'x@y.z' }] }, { emails: [{ value: 'x@y.z' }] }],
    [
      'the value that a filter selects',
      { path: 'emails[type eq "work"]', value: { type: 'work', value: 'x@y.z' } },
      { emails: [{ type: 'work', value: 'x@y.z' }, home] },
    ],
    [
      'a sub-attribute of it',
      { path: 'emails[type eq "work"].value', value: 'x@y.z' },
      { emails: [{ ...work, value: 'x@y.z' }, home] },
    ],
    [
      'a sub-attribute of all values',
      { path: 'emails.type', value: 'other' },
      {
        emails: [
          { ...work, type: 'other' },
          { ...home, type: 'other' },
        ],
      },
    ],
    [
      'an object, which keeps other sub-attributes',
      { path: 'name', value: { givenName: 'Babs' } },
      { name: { familyName: 'Jensen', givenName: 'Babs' } },
    ],
    ['a boolean sent as a string', { path: 'active', value: 'False' }, { active: false }],
    [
      'names with dots, without a path',
      { value: { 'name.givenName': 'Babs', [`${ENTERPRISE_SCHEMA}:department`]: 'Ops' } },
      {
        name: { familyName: 'Jensen', givenName: 'Babs' },
        [ENTERPRISE_SCHEMA]: { department: 'Ops', manager: { value: '26118915' } },
      },
    ],
    ['the id with itself', { value: { id: ID, title: 'Boss' } }, { title: 'Boss' }],
    [
      'read-only and unknown attributes: ignored',
      { value: { meta: {}, groups: [], shoeSize: 7 } },
      {},
    ],
    ['a password: ignored', { path: 'password', value: 'secret' }, {}],
  ];
  it.each(cases)('%s', (_name, operation, changed) => {
    expect(apply({ op: 'replace', ...operation })).toEqual({ ...user, ...changed });
  });

  it('removes the attribute by null and by an empty list', () => {
    expect(apply({ op: 'replace', path: 'title', value: null })).not.toHaveProperty('title');
    expect(apply({ op: 'replace', path: 'emails', value: [] })).not.toHaveProperty('emails');
  });
});

describe('remove', () => {
  it.each([
    ['title', ['title']],
    ['name', ['name']],
    ['emails', ['emails']],
    [ENTERPRISE_SCHEMA, [ENTERPRISE_SCHEMA]],
  ])('%s', (path, gone) => {
    const left = apply({ op: 'remove', path });
    expect(left).toEqual(
      Object.fromEntries(Object.entries(user).filter(([name]) => !gone.includes(name))),
    );
  });

  it('a sub-attribute, a selected value, a sub-attribute of it, and named values', () => {
    expect(apply({ op: 'remove', path: 'name.givenName' })).toMatchObject({
      name: { familyName: 'Jensen' },
    });
    expect(apply({ op: 'remove', path: 'emails[type eq "work"]' })['emails']).toEqual([home]);
    expect(
      apply({ op: 'Remove', path: 'emails', value: [{ value: home.value }] })['emails'],
    ).toEqual([work]);
    expect(apply({ op: 'remove', path: 'emails[type eq "work"].type' })['emails']).toEqual([
      { value: work.value, primary: true },
      home,
    ]);
    expect(apply({ op: 'remove', path: 'emails[value pr]' })).not.toHaveProperty('emails');
  });
});

it('applies operations in their order, to a copy', () => {
  const before = structuredClone(user);
  const changed = apply(
    { op: 'remove', path: 'emails' },
    { op: 'add', path: 'emails', value: [{ value: 'a@b.c' }] },
    { op: 'replace', path: 'emails[value eq "a@b.c"].type', value: 'work' },
  );
  expect(changed['emails']).toEqual([{ value: 'a@b.c', type: 'work' }]);
  expect(user).toEqual(before);
});

describe('an operation is rejected', () => {
  const cases: [string, Sent, string][] = [
    ['with an unknown name', { op: 'move', path: 'title' }, 'invalidSyntax'],
    ['with a path that is no string', { op: 'add', path: 7, value: 1 }, 'invalidPath'],
    ['with an unknown attribute', { op: 'add', path: 'shoeSize', value: 7 }, 'invalidPath'],
    ['with an incomplete filter', { op: 'add', path: 'emails[type eq', value: 7 }, 'invalidPath'],
    ['that removes without a path', { op: 'remove' }, 'noTarget'],
    [
      'that replaces what no filter finds',
      { op: 'replace', path: 'emails[type eq "x"].value', value: 'a' },
      'noTarget',
    ],
    [
      'that removes what no filter finds',
      { op: 'remove', path: 'emails[type eq "x"]' },
      'noTarget',
    ],
    [
      'that adds to what cannot be made',
      { op: 'add', path: 'phoneNumbers[type co "x"].value', value: 'a' },
      'noTarget',
    ],
    ['that changes the id', { op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    ['that changes the id without a path', { op: 'replace', value: { id: 'x' } }, 'mutability'],
    [
      'that changes the groups',
      { op: 'add', path: 'groups', value: [{ value: 'x' }] },
      'mutability',
    ],
    [
      'that changes the metadata',
      { op: 'replace', path: 'meta.created', value: 'x' },
      'mutability',
    ],
    ['that removes the userName', { op: 'remove', path: 'userName' }, 'mutability'],
    ['that empties the userName', { op: 'replace', path: 'userName', value: '' }, 'invalidValue'],
    [
      'with a value of another type',
      { op: 'replace', path: 'active', value: 'maybe' },
      'invalidValue',
    ],
    ['with an object for a string', { op: 'replace', path: 'title', value: {} }, 'invalidValue'],
    ['with a string for an object', { op: 'replace', path: 'name', value: 'x' }, 'invalidValue'],
    ['without a path and without an object', { op: 'add', value: 'x' }, 'invalidValue'],
    [
      'with two primary values',
      {
        op: 'add',
        path: 'emails',
        value: [
          { value: 'a', primary: true },
          { value: 'b', primary: true },
        ],
      },
      'invalidValue',
    ],
    ['with a null character', { op: 'replace', path: 'title', value: 'a\0b' }, 'invalidValue'],
  ];
  it.each(cases)('%s', (_name, operation, scimType) => {
    expect(errorOf(() => apply(operation))).toMatchObject({ status: 400, scimType });
  });

  it.each([
    undefined,
    null,
    [],
    'x',
    {},
    { Operations: {} },
    { Operations: [] },
    { Operations: [null] },
  ])('in the body %j', (body) => {
    expect(errorOf(() => readOperations(body))).toMatchObject({ scimType: 'invalidSyntax' });
  });

  it('among too many', () => {
    const many = {
      Operations: Array.from({ length: 1001 }, () => ({ op: 'remove', path: 'title' })),
    };
    expect(errorOf(() => readOperations(many))).toMatchObject({ scimType: 'tooMany' });
  });
});

describe('the members of a group', () => {
  const group = { displayName: 'Platform' };
  const change = (...operations: Sent[]) =>
    applyGroupOperations(group, ID, readOperations({ Operations: operations })).members;

  it('are added and removed, the last operation on a member counts', () => {
    expect(
      change(
        { op: 'add', path: 'members', value: [{ value: 'a' }, { value: 'b' }] },
        { op: 'remove', path: 'members[value eq "b" or value eq "c"]' },
        { op: 'Remove', path: 'members', value: [{ value: 'd' }] },
      ),
    ).toEqual({ isReplaced: false, added: ['a'], removed: ['b', 'c', 'd'] });
  });

  it('are replaced, and removed altogether', () => {
    expect(
      change(
        { op: 'add', path: 'members', value: [{ value: 'a' }] },
        { op: 'replace', path: 'members', value: [{ value: 'b' }] },
        { op: 'add', value: { members: [{ value: 'c' }] } },
      ),
    ).toEqual({ isReplaced: true, added: ['b', 'c'], removed: [] });
    expect(change({ op: 'remove', path: 'members' })).toEqual({
      isReplaced: true,
      added: [],
      removed: [],
    });
  });

  it('change together with the name', () => {
    const operations = [
      { op: 'replace', value: { displayName: 'New', members: [{ value: 'a' }] } },
    ];
    expect(applyGroupOperations(group, ID, readOperations({ Operations: operations }))).toEqual({
      resource: { displayName: 'New' },
      members: { isReplaced: true, added: ['a'], removed: [] },
    });
  });

  it.each([
    [{ op: 'add', path: 'members', value: [{ value: 'a', type: 'Group' }] }, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [{ display: 'a' }] }, 'invalidValue'],
    [{ op: 'remove', path: 'members[display eq "a"]' }, 'invalidFilter'],
    [{ op: 'replace', path: 'members[value eq "a"]', value: {} }, 'mutability'],
    [{ op: 'replace', path: 'members.value', value: 'a' }, 'mutability'],
    [{ op: 'remove', path: 'displayName' }, 'mutability'],
  ])('%j is rejected', (operation, scimType) => {
    expect(errorOf(() => change(operation))).toMatchObject({ scimType });
  });
});

describe('a resource', () => {
  it('is read by the schema, without case', () => {
    expect(
      readResource(USER, {
        USERNAME: 'mei',
        id: 'ignored',
        meta: {},
        groups: [{ value: 'x' }],
        password: 'secret',
        shoeSize: 7,
        nickName: '',
        emails: 'mei@harbor.test',
        active: 'TRUE',
        [ENTERPRISE_SCHEMA.toUpperCase()]: { Department: 'Ops', manager: [{ value: '1' }] },
      }),
    ).toEqual({
      userName: 'mei',
      emails: [{ value: 'mei@harbor.test' }],
      active: true,
      [ENTERPRISE_SCHEMA]: { department: 'Ops', manager: { value: '1' } },
    });
  });

  it.each([null, [], 'x', 7, undefined])('is an object, not %j', (body) => {
    expect(errorOf(() => readResource(USER, body))).toMatchObject({ scimType: 'invalidSyntax' });
  });

  it.each([
    { userName: {} },
    { userName: ['a', 'b'] },
    { name: 'x' },
    { emails: [{ value: {} }] },
    { emails: [[]] },
    { active: 7 },
    {
      emails: [
        { value: 'a', primary: true },
        { value: 'b', primary: true },
      ],
    },
    { title: 'x'.repeat(20_000) },
    { emails: Array.from({ length: 200 }, (_, at) => ({ value: `${at}` })) },
    { [ENTERPRISE_SCHEMA]: 'x' },
  ])('has values of the right type', (body) => {
    expect(errorOf(() => readResource(USER, body))).toMatchObject({ scimType: 'invalidValue' });
  });

  const sent = { schemas: ['s'], id: 'i', ...user };
  it.each([
    [['userName'], [], { userName: 'bjensen' }],
    [['name.givenName', 'name.familyName'], [], { name: user['name'] }],
    [['emails.value'], [], { emails: [{ value: work.value }, { value: home.value }] }],
    [['manager'], [], { [ENTERPRISE_SCHEMA]: { manager: { value: '26118915' } } }],
    [['unknown'], [], {}],
  ])('with the attributes %j', (attributes, excluded, left) => {
    expect(project(USER, sent, { attributes, excluded })).toEqual({
      schemas: ['s'],
      id: 'i',
      ...left,
    });
  });

  it('without excluded attributes, but always with id and schemas', () => {
    const excluded = [
      'id',
      'schemas',
      'emails',
      'name.givenName',
      ENTERPRISE_SCHEMA,
      'title',
      'active',
      'externalId',
    ];
    expect(project(USER, sent, { attributes: [], excluded })).toEqual({
      schemas: ['s'],
      id: 'i',
      userName: 'bjensen',
      name: { familyName: 'Jensen' },
    });
  });
});
