import type { ScimSubject } from '@octavo/contract/admin-scim.entities';
import { MAX_DISPLAY_NAME_LENGTH, MAX_EMAIL_LENGTH } from '@octavo/contract/limits';
import { isObject } from './resource.policy.ts';
import type { Resource } from './resource.policy.ts';
import { ENTERPRISE_SCHEMA } from './schemas.ts';
import { invalidValue } from './scim-error.ts';

/** What an account gets from a SCIM user. */

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const MAX_USER_NAME_LENGTH = 256;

export function userNameOf(resource: Resource): string {
  const userName = text(resource['userName']);
  if (userName === '') throw invalidValue('userName is required.');
  if (userName.length > MAX_USER_NAME_LENGTH || /\p{Cc}/u.test(userName))
    throw invalidValue('userName is too long or contains control characters.');
  return userName;
}

/** Cuts between characters, not inside of one. */
function cut(name: string): string {
  let end = MAX_DISPLAY_NAME_LENGTH;
  while (/[\uD800-\uDBFF]/.test(name.charAt(end - 1)) && name.length > end) end -= 1;
  return name.slice(0, end);
}

export function nameOf(resource: Resource): string {
  const name = isObject(resource['name']) ? resource['name'] : {};
  const parts = [name['givenName'], name['familyName']].map(text).filter(Boolean).join(' ');
  const chosen = text(resource['displayName']) || text(name['formatted']) || parts;
  return cut(chosen.replaceAll(/\p{Cc}/gu, ' ').trim());
}

const emailsOf = (resource: Resource): Resource[] =>
  Array.isArray(resource['emails']) ? resource['emails'].filter(isObject) : [];

/** All addresses, for filters. */
export const addressesOf = (resource: Resource): string[] => [
  ...new Set(emailsOf(resource).flatMap(({ value }) => text(value).toLowerCase() || [])),
];

/** The primary address, else that of work, else the first; empty if it is not an address. */
export function emailOf(resource: Resource): string {
  const emails = emailsOf(resource);
  const chosen =
    emails.find(({ primary }) => primary === true) ??
    emails.find(({ type }) => text(type).toLowerCase() === 'work') ??
    emails[0];
  const email = text(chosen?.['value']);
  const isAddress = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email);
  return isAddress && email.length <= MAX_EMAIL_LENGTH ? email : '';
}

/** The id of the person at the login provider; empty if the request has none. */
export function subjectOf(resource: Resource, subject: ScimSubject): string {
  const enterprise = resource[ENTERPRISE_SCHEMA];
  const source = subject === 'employeeNumber' && isObject(enterprise) ? enterprise : resource;
  return text(source[subject]);
}
