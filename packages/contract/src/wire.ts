import { z } from 'zod';

/** Shapes of single fields. Forms and scripts send everything as text, our web sends JSON. */

export const id = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.int().positive());

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

/** A password is taken as typed; only absurd lengths are refused here. */
export const secret = z.string().max(1024);

export const email = line(254).pipe(z.email());

/** A moment: ISO 8601 in UTC on the wire, a Date in the server. */
export const time = z.union([z.iso.datetime(), z.date().transform((date) => date.toISOString())]);

export const nothing = z.object({});
