import { writeDatabaseDocument } from '@octavo/markdown/database-document';
import type { Column, DatabaseDocument, Index } from '@octavo/markdown/database-document';
import type { Language } from '@octavo/contract/entities';
import { MAX_PAGE_TITLE_LENGTH } from '@octavo/contract/limits';

export interface ClientOutput {
  readonly table_info: string;
  readonly table_detail: string;
  readonly table_index: string;
}

interface TablePage {
  readonly page_title: string;
  readonly page_content: string;
}

/** The scripts send the form unencoded, so they replace `&` by this text. */
export function restoreAmpersands(text: string): string {
  return text.replaceAll('_this_and_change_', '&');
}

/** Output of a database client: a line of column names, then rows with tab-separated cells. */
function parseRows(text: string): string[][] {
  const [, ...lines] = restoreAmpersands(text).split(/\r?\n/);
  return lines.filter((line) => line.trim() !== '').map((line) => line.split('\t').map(parseCell));
}

/** The client prints a null value as NULL. */
function parseCell(text: string): string {
  const value = text.trim();
  return value === 'NULL' ? '' : value;
}

function groupByTable<T>(rows: readonly string[][], convert: (row: readonly string[]) => T) {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const [table = ''] = row;
    groups.set(table, [...(groups.get(table) ?? []), convert(row)]);
  }
  return groups;
}

function toColumn([, name = '', preset = '', nullable = '', type = '', remark = '']: readonly (
  | string
  | undefined
)[]): Column {
  return {
    name,
    type,
    defaultValue: preset,
    remark,
    nullable: /^(yes|y|1|true|是)$/i.test(nullable),
  };
}

/** The input has one row for each column of an index, in order. */
function groupIndexes(rows: readonly (readonly string[])[]): readonly Index[] {
  const groups = new Map<string, Index>();
  for (const [, name = '', field = '', , nonUnique = '', , remark = ''] of rows) {
    const existing = groups.get(name);
    const fields = [...(existing?.fields ?? []), field];
    groups.set(name, { name, fields, unique: nonUnique === '0', remark });
  }
  return [...groups.values()];
}

/** One page per table, with the table name as the title. */
export function tablePages(output: ClientOutput, language: Language): readonly TablePage[] {
  const columns = groupByTable(parseRows(output.table_detail), toColumn);
  const indexes = groupByTable(parseRows(output.table_index), (row) => row);
  return parseRows(output.table_info).flatMap(([page_title = '', purpose = '', ...properties]) => {
    if (page_title === '') return [];
    const document: DatabaseDocument = {
      purpose,
      columns: columns.get(page_title) ?? [],
      indexes: groupIndexes(indexes.get(page_title) ?? []),
      remark: properties.filter((property) => property !== '').join(', '),
    };
    const page_content = writeDatabaseDocument(document, language);
    return [{ page_title: page_title.slice(0, MAX_PAGE_TITLE_LENGTH), page_content }];
  });
}
