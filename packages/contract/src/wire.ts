import { z } from 'zod';
import { dropEmptyFields } from './drop-empty-fields.ts';
import { parseAddress } from './mail-address.ts';
import {
  MAX_CAPTCHA_LENGTH,
  MAX_DISPLAY_NAME_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_FACTOR_CODE_LENGTH,
  MAX_INVITED_PEOPLE,
  MAX_ITEM_REF_LENGTH,
  MAX_LOGIN_NAME_LENGTH,
  MAX_POSITION,
  MAX_SELECTED_ROWS,
  MAX_SHARE_KEY_LENGTH,
} from './limits.ts';
import { tokenScopes } from './token-scope.ts';

/** Schemas of single fields. Forms and scripts send every value as text, the web client sends JSON. */

/** A number, or its digits; never an empty string, which `dropEmptyFields` removes before. */
export function numeric<S extends z.ZodType<unknown, number>>(schema: S) {
  const digits = z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number);
  return z.union([z.number(), digits]).pipe(schema);
}

export const integer = (min: number, max: number) => numeric(z.int().min(min).max(max));

export const id = numeric(z.int().positive());

/** 0/1 or true/false, as number, string or boolean. */
export const flag = z
  .union([z.boolean(), z.literal([0, 1]), z.enum(['0', '1', 'true', 'false'])])
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true');

/** Text that PostgreSQL can store: NUL is rejected, a lone surrogate becomes the replacement character. */
export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0'))
    .transform((value) => value.toWellFormed());
}

/** A single line of user input: trimmed, without control characters. */
export function line(max: number) {
  return text(max)
    .transform((value) => value.trim())
    .refine((value) => !/\p{Cc}/u.test(value));
}

/** Several lines of user input: trimmed, line breaks are normalized to `\n`. */
export function lines(max: number) {
  return text(max)
    .transform((value) => value.replaceAll(/\r\n?/g, '\n').trim())
    .refine((value) => !/[^\P{Cc}\n\t]/u.test(value));
}

/** A code of an authenticator app, or a recovery code. */
export const factorCode = line(MAX_FACTOR_CODE_LENGTH);

/** A password is not trimmed; only excessive lengths are rejected here. */
export const secret = z.string().max(1024);

export const email = line(MAX_EMAIL_LENGTH).pipe(z.email());

/** A username or a part of it, or an email to log in with. Services validate usernames, because they return specific errors. */
export const username = line(MAX_LOGIN_NAME_LENGTH);

export const captchaCode = line(MAX_CAPTCHA_LENGTH);

/** The key in the URL of a shared page. */
export const shareKey = line(MAX_SHARE_KEY_LENGTH);

/** A point in time: ISO 8601 in UTC on the wire, a Date in the server. */
export const time = z.union([z.iso.datetime(), z.date().transform((date) => date.toISOString())]);

export const emptyObject = z.object({});

/** A catalog or group id, or 0 for the root or for all. */
export const idOrZero = numeric(z.int().nonnegative());

/** The id of a page or catalog. For a new one, clients send 0, a negative number or nothing. */
export const idOrNew = numeric(z.int())
  .transform((value) => Math.max(value, 0))
  .default(0);

/** Parses JSON text; returns undefined for invalid JSON and other values unchanged. */
export function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Forms send objects and arrays as JSON text, the web client sends them as they are. */
export function json<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => dropEmptyFields(schema, parseJsonText(value)), schema);
}

/** The page of a list, from 1. */
export const pageNumber = integer(1, 2_000_000).default(1);

/** A sort position; smaller numbers come first. */
export const position = integer(0, MAX_POSITION);

/** The number of pages or catalogs that can be sorted at once. */
export const MAX_SORTED_ROWS = 20_000;

/** `{id: position}` after a drag. */
export const positions = json(
  z
    .record(z.string().regex(/^\d{1,15}$/), position)
    .refine((map) => Object.keys(map).length <= MAX_SORTED_ROWS),
);

function parseList(value: unknown): unknown {
  if (typeof value === 'number') return [value];
  const isText = typeof value === 'string';
  const isJson = isText && value.trimStart().startsWith('[');
  const list: unknown = isJson ? parseJsonText(value) : isText ? value.split(',') : value;
  // Forms send empty entries: `1,2,`.
  return Array.isArray(list) ? list.filter((part) => part !== '') : list;
}

/** A list as an array, as JSON text, comma-separated, or a single value. */
function listOf<S extends z.ZodType>(entry: S, maxLength: number) {
  return z.preprocess(parseList, z.array(entry).min(1).max(maxLength));
}

/** Usernames, at least one. */
export const usernames = listOf(username.pipe(z.string().min(1)), 500);

export const ids = listOf(id, 500).transform((list) => [...new Set(list)]);

/** People to invite, each as an address or as `Name <address>`. */
export const people = listOf(
  line(MAX_EMAIL_LENGTH + MAX_DISPLAY_NAME_LENGTH + 10)
    .transform(parseAddress)
    .pipe(z.object({ email, name: line(MAX_DISPLAY_NAME_LENGTH) })),
  MAX_INVITED_PEOPLE,
);

/** The pages or catalogs of a selection in the tree. */
export const selectedIds = listOf(id, MAX_SELECTED_ROWS).transform((list) => [...new Set(list)]);

/** The same for an optional field: an empty list counts as absent. */
export const optionalSelectedIds = z
  .preprocess((value) => {
    const list = parseList(value);
    const isEmpty = list === null || (Array.isArray(list) && list.length === 0);
    return isEmpty ? undefined : list;
  }, selectedIds.optional())
  .optional();

/** Scopes of a personal access token, at least one. */
export const scopes = listOf(z.enum(tokenScopes), tokenScopes.length).transform((list) => [
  ...new Set(list),
]);

export const uuids = listOf(z.uuid(), 100).transform((list) => [...new Set(list)]);

/** An item by its id or its domain. */
export const itemRef = z.union([
  z.int().positive(),
  line(MAX_ITEM_REF_LENGTH).pipe(z.string().min(1)),
]);

/** 0 or 1 on the wire, also for values that the server stores as boolean. */
export const bit = z
  .union([z.boolean(), z.number()])
  .transform((value): 0 | 1 => (value ? 1 : 0))
  .pipe(z.literal([0, 1]));
