import { describe, expect, it } from 'vitest';
import { matchesValue, parseFilter, parsePath } from './filter.ts';
import type { Filter } from './filter.ts';
import { ScimError } from './scim-error.ts';
import { ENTERPRISE_SCHEMA, GROUP, USER } from './schemas.ts';

function errorOf(act: () => unknown): ScimError {
  try {
    act();
  } catch (error) {
    if (error instanceof ScimError) return error;
    throw error;
  }
  throw new Error('no error');
}

/** A short form of a filter. */
function show(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${filter.parts.map(show).join(` ${filter.kind} `)})`;
    case 'not':
      return `not ${show(filter.filter)}`;
    case 'some':
      return `${filter.target.keys.join('/')}[${show(filter.filter)}]`;
    case 'present':
    case 'compare': {
      const { target } = filter;
      const name = [...target.keys, ...(target.sub ? [target.sub.name] : [])].join('/');
      return filter.kind === 'present'
        ? `${name} pr`
        : `${name} ${filter.operator} ${JSON.stringify(filter.value)}`;
    }
  }
}

describe('a filter', () => {
  // The examples of RFC 7644, figure 2, for attributes that exist here.
  it.each([
    ['userName eq "bjensen"', 'userName eq "bjensen"'],
    [`name.familyName co "O'Malley"`, `name/familyName co "O'Malley"`],
    ['userName sw "J"', 'userName sw "J"'],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', 'userName sw "J"'],
    ['title pr', 'title pr'],
    ['meta.lastModified gt "2011-05-13T04:42:34Z"', 'meta/lastModified gt "2011-05-13T04:42:34Z"'],
    ['meta.lastModified ge "2011-05-13T04:42:34Z"', 'meta/lastModified ge "2011-05-13T04:42:34Z"'],
    ['meta.lastModified lt "2011-05-13T04:42:34Z"', 'meta/lastModified lt "2011-05-13T04:42:34Z"'],
    ['meta.lastModified le "2011-05-13T04:42:34Z"', 'meta/lastModified le "2011-05-13T04:42:34Z"'],
    ['title pr and userType eq "Employee"', '(title pr and userType eq "Employee")'],
    ['title pr or userType eq "Intern"', '(title pr or userType eq "Intern")'],
    [
      'userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")',
      '(userType eq "Employee" and (emails co "example.com" or emails/value co "example.org"))',
    ],
    [
      'userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")',
      '(userType ne "Employee" and not (emails co "example.com" or emails/value co "example.org"))',
    ],
    [
      'userType eq "Employee" and (emails.type eq "work")',
      '(userType eq "Employee" and emails/type eq "work")',
    ],
    [
      'userType eq "Employee" and emails[type eq "work" and value co "@example.com"]',
      '(userType eq "Employee" and emails[(type eq "work" and value co "@example.com")])',
    ],
    [
      'emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]',
      '(emails[(type eq "work" and value co "@example.com")] or ims[(type eq "xmpp" and value co "@foo.com")])',
    ],
    ['USERNAME EQ "A"', 'userName eq "A"'],
    ['title pr or title pr and active eq true', '(title pr or (title pr and active eq true))'],
    ['active eq "False"', 'active eq false'],
    ['externalId eq null', 'externalId eq null'],
    ['title eq 7', 'title eq "7"'],
    [String.raw`title eq "a\"b\\c\u4e2d"`, String.raw`title eq "a\"b\\c中"`],
    ['emails[type eq "work"].value eq "a@b.c"', 'emails[(type eq "work" and value eq "a@b.c")]'],
    [`${ENTERPRISE_SCHEMA}:department eq "Sales"`, `${ENTERPRISE_SCHEMA}/department eq "Sales"`],
    ['manager eq "1"', `${ENTERPRISE_SCHEMA}/manager eq "1"`],
    ['not(title pr)', 'not title pr'],
  ])('%s', (text, shown) => {
    expect(show(parseFilter(USER, text))).toBe(shown);
  });

  it.each([
    '',
    '   ',
    'userName',
    'userName eq',
    'userName eq bjensen',
    'userName eq "a',
    "userName eq 'a'",
    'userName is "a"',
    'userName eq "a" and',
    'userName eq "a" xor title pr',
    'and userName eq "a"',
    '(userName eq "a"',
    'userName eq "a")',
    'not userName eq "a"',
    'unknown eq "a"',
    'name.unknown eq "a"',
    'name.familyName.more eq "a"',
    'urn:unknown:userName eq "a"',
    'name eq "a"',
    'userName[type eq "a"]',
    'emails[unknown eq "a"]',
    'emails[type eq "a"',
    'emails[]',
    'emails[type eq "work"].unknown eq "a"',
    'active eq "maybe"',
    'active gt true',
    'userName gt null',
    'meta.created gt "yesterday"',
    'members.value eq "a"',
    '"userName" eq "a"',
    'userName eq "a"; drop table "user"',
    `${'('.repeat(30)}title pr${')'.repeat(30)}`,
    `title eq "${'x'.repeat(5000)}"`,
  ])('is rejected: %s', (text) => {
    const error = errorOf(() => parseFilter(USER, text));
    expect(error).toMatchObject({ status: 400, scimType: 'invalidFilter' });
  });

  it('with too many comparisons is rejected as such', () => {
    const text = Array.from({ length: 60 }, () => 'title pr').join(' or ');
    expect(errorOf(() => parseFilter(USER, text))).toMatchObject({ scimType: 'tooMany' });
  });

  it('is read in a time that does not depend on a hostile text', () => {
    for (const text of [
      '"'.repeat(4000),
      `"${'\\'.repeat(4000)}`,
      '('.repeat(4000),
      'a.'.repeat(2000),
    ])
      expect(errorOf(() => parseFilter(USER, text)).status).toBe(400);
  });
});

describe('a value filter', () => {
  const value = { value: 'Mei@Harbor.test', type: 'work', primary: true };
  it.each([
    ['type eq "WORK"', true],
    ['type ne "work"', false],
    ['type eq "home"', false],
    ['value co "harbor"', true],
    ['value sw "mei"', true],
    ['value ew ".TEST"', true],
    ['value gt "a"', true],
    ['value ge "mei@harbor.test"', true],
    ['value lt "a"', false],
    ['value le "z"', true],
    ['primary eq true', true],
    ['primary eq "False"', false],
    ['display pr', false],
    ['display eq null', true],
    ['display ne "x"', true],
    ['not (display pr) and type eq "work"', true],
    ['type eq "home" or primary eq true', true],
  ])('%s: %s', (text, isMatch) => {
    const { filter } = parsePath(USER, `emails[${text}]`);
    expect(filter && matchesValue(filter, value)).toBe(isMatch);
  });
});

describe('a path', () => {
  it.each([
    ['userName', 'userName', undefined],
    ['name.familyName', 'name', 'familyName'],
    ['emails', 'emails', undefined],
    ['emails[type eq "work"]', 'emails', undefined],
    ['emails[type eq "work"].value', 'emails', 'value'],
    ['addresses[type eq "work"].streetAddress', 'addresses', 'streetAddress'],
    [`${ENTERPRISE_SCHEMA}:manager.displayName`, 'manager', 'displayName'],
    ['urn:ietf:params:scim:schemas:core:2.0:User:title', 'title', undefined],
    ['NAME.FAMILYNAME', 'name', 'familyName'],
  ])('%s', (text, name, sub) => {
    const path = parsePath(USER, text);
    expect(path.attribute.name).toBe(name);
    expect(path.sub?.name).toBe(sub);
  });

  it.each([
    '',
    'unknown',
    'name.',
    '.name',
    'emails[',
    'emails[type eq "a"]x',
    'emails[type eq "a"].',
    'userName eq "a"',
    'name[familyName eq "a"]',
  ])('is rejected: %s', (text) => {
    expect(errorOf(() => parsePath(USER, text))).toMatchObject({
      status: 400,
      scimType: 'invalidPath',
    });
  });

  it('selects members of a group', () => {
    const { filter } = parsePath(GROUP, 'members[value eq "2819c223"]');
    expect(filter && show(filter)).toBe('value eq "2819c223"');
  });
});
