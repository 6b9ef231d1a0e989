import type { Placeholder } from './argument.ts';
import { basic } from './placeholders-basic.ts';
import { dates } from './placeholders-date.ts';
import { text } from './placeholders-text.ts';
import { web } from './placeholders-web.ts';

/** By lower-case name. A map, so that inherited object properties are not found. */
export const placeholders: ReadonlyMap<string, Placeholder> = new Map(
  Object.entries({ ...basic, ...dates, ...text, ...web }).map(([name, make]) => [
    name.toLowerCase(),
    make,
  ]),
);
