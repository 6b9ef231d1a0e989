import { Readable } from 'node:stream';
import type pg from 'pg';
import { copyIn } from '../../src/db/copy.ts';

const COPY_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Formats a value for the text format of COPY. */
function copyValue(value: string | number | Date | readonly number[]): string {
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  if (value instanceof Date) return value.toISOString();
  return String(value).replaceAll(/[\\\n\r\t]/g, (sign) => COPY_ESCAPES[sign] ?? sign);
}

export type CopyRow = readonly (string | number | Date | readonly number[])[];

/** Inserts many rows with one COPY, which is ten times faster than INSERT. */
export async function copyRows(
  client: pg.ClientBase,
  into: string,
  rows: readonly CopyRow[],
): Promise<void> {
  const data = Buffer.from(rows.map((row) => `${row.map(copyValue).join('\t')}\n`).join(''));
  await copyIn(client, `copy ${into} from stdin`, Readable.from([data]));
}
