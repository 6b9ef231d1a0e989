import { heading, escapeMarkdown, paragraphs, table } from '@octavo/markdown/write-markdown';
import type { SqlColumn } from './sql-columns.ts';
import { parseSqlTables } from './sql-tables.ts';

export interface DictionaryLabels {
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
export function sqlToTable(script: string, labels: DictionaryLabels): string | undefined {
  const tables = parseSqlTables(script);
  if (tables.length === 0) return undefined;
  const row = (column: SqlColumn) => [
    escapeMarkdown(column.name),
    escapeMarkdown(column.type),
    column.nullable ? labels.yes : labels.no,
    escapeMarkdown(column.default),
    [column.primary ? labels.primaryKey : '', escapeMarkdown(column.comment)]
      .filter(Boolean)
      .join('; '),
  ];
  const head = [labels.field, labels.type, labels.nullable, labels.default, labels.remark];
  return paragraphs(
    tables.flatMap(({ name, comment, columns }) => [
      heading(escapeMarkdown([name, comment].filter(Boolean).join(': '))),
      table(head, columns.map(row)),
    ]),
  ).trimEnd();
}
