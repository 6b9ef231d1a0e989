import { heading, literal, paragraphs, table } from '@octavo/markdown/write';
import type { SqlColumn } from './sql-columns.ts';
import { sqlTables } from './sql-tables.ts';

export interface DictionaryWords {
  readonly field: string;
  readonly type: string;
  readonly nullable: string;
  readonly default: string;
  readonly remark: string;
  readonly yes: string;
  readonly no: string;
  readonly primaryKey: string;
}

/** Converts `CREATE TABLE` statements to a data dictionary; returns undefined when the script has none. */
export function sqlToTable(script: string, words: DictionaryWords): string | undefined {
  const tables = sqlTables(script);
  if (tables.length === 0) return undefined;
  const row = (column: SqlColumn) => [
    literal(column.name),
    literal(column.type),
    column.nullable ? words.yes : words.no,
    literal(column.default),
    [column.primary ? words.primaryKey : '', literal(column.comment)].filter(Boolean).join('; '),
  ];
  const head = [words.field, words.type, words.nullable, words.default, words.remark];
  return paragraphs(
    tables.flatMap(({ name, comment, columns }) => [
      heading(literal([name, comment].filter(Boolean).join(': '))),
      table(head, columns.map(row)),
    ]),
  ).trimEnd();
}
