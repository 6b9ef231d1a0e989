import { z } from 'zod';
import { presentFields } from './present-fields.ts';

/** Shapes of single fields. Forms and scripts send everything as text, our web sends JSON. */

/** A number, or its digits; never an empty string, which `presentFields` takes out before. */
export function numeric<S extends z.ZodType<unknown, number>>(schema: S) {
  const digits = z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number);
  return z.union([z.number(), digits]).pipe(schema);
}

export const whole = (min: number, max: number) => numeric(z.int().min(min).max(max));

export const id = numeric(z.int().positive());

/** 0/1, true/false, as number, word or boolean. */
export const flag = z
  .union([z.boolean(), z.literal([0, 1]), z.enum(['0', '1', 'true', 'false'])])
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true');

/** Text that PostgreSQL can keep: NUL is refused, a lone surrogate becomes the replacement mark. */
export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0'))
    .transform((value) => value.toWellFormed());
}

/** A line a person typed: surrounding space is not meant, and it is one line. */
export function line(max: number) {
  return text(max)
    .transform((value) => value.trim())
    .refine((value) => !/\p{Cc}/u.test(value));
}

/** Several plain lines a person typed; line breaks are kept as `\n`. */
export function lines(max: number) {
  return text(max)
    .transform((value) => value.replaceAll(/\r\n?/g, '\n').trim())
    .refine((value) => !/[^\P{Cc}\n\t]/u.test(value));
}

/** A password is taken as typed; only absurd lengths are refused here. */
export const secret = z.string().max(1024);

export const email = line(254).pipe(z.email());

/** A moment: ISO 8601 in UTC on the wire, a Date in the server. */
export const time = z.union([z.iso.datetime(), z.date().transform((date) => date.toISOString())]);

export const nothing = z.object({});

/** A catalog or group that may be absent: 0 stands for the root, or for all. */
export const idOrZero = numeric(z.int().nonnegative());

/** A new page or catalog is sent as 0, less, or not at all. */
export const idOrNew = numeric(z.int())
  .transform((value) => Math.max(value, 0))
  .default(0);

/** JSON text as its value; text that is no JSON as undefined. */
export function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Forms send structures as JSON text, our web as they are. */
export function json<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => presentFields(schema, parsedJson(value)), schema);
}

/** A place in an order; a smaller number comes earlier. */
export const position = whole(0, 1_000_000);

/** `{id: position}` of a drag: whole numbers, 20,000 entries at most. */
export const positions = json(
  z
    .record(z.string().regex(/^\d{1,15}$/), position)
    .refine((map) => Object.keys(map).length <= 20_000),
);

/** A list as JSON, as JSON text, comma-joined, or one alone. */
function listOf<S extends z.ZodType>(entry: S, most: number) {
  return z.preprocess((value) => {
    if (typeof value === 'number') return [value];
    const isText = typeof value === 'string';
    const isJson = isText && value.trimStart().startsWith('[');
    const list: unknown = isJson ? parsedJson(value) : isText ? value.split(',') : value;
    // Forms leave empty entries behind: `1,2,`.
    return Array.isArray(list) ? list.filter((part) => part !== '') : list;
  }, z.array(entry).min(1).max(most));
}

/** People by name, at least one; the same one twice is one. */
export const usernames = listOf(line(256).pipe(z.string().min(1)), 500);

export const ids = listOf(id, 500).transform((list) => [...new Set(list)]);

export const uuids = listOf(z.uuid(), 100).transform((list) => [...new Set(list)]);

/** An item by number, or by its domain. */
export const itemRef = z.union([z.int().positive(), line(64).pipe(z.string().min(1))]);

/** 0 or 1 on the wire, whatever the server keeps it as. */
export const bit = z
  .union([z.boolean(), z.number()])
  .transform((value): 0 | 1 => (value ? 1 : 0))
  .pipe(z.literal([0, 1]));
