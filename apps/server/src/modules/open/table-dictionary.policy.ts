import { writeDatabaseDocument } from '@octavo/markdown/database-document';
import type { Column, DatabaseDocument, Index } from '@octavo/markdown/database-document';
import type { Language } from '@octavo/contract/entities';

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
export function withAmpersands(text: string): string {
  return text.replaceAll('_this_and_change_', '&');
}

/** Output of a database client: a line of column names, then rows with tab-separated cells. */
function rowsOf(text: string): string[][] {
  const [, ...lines] = withAmpersands(text).split(/\r?\n/);
  return lines.filter((line) => line.trim() !== '').map((line) => line.split('\t').map(cell));
}

/** The client prints a null value as NULL. */
function cell(text: string): string {
  const value = text.trim();
  return value === 'NULL' ? '' : value;
}

function byTable<T>(rows: readonly string[][], read: (row: readonly string[]) => T) {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const [table = ''] = row;
    found.set(table, [...(found.get(table) ?? []), read(row)]);
  }
  return found;
}

function readColumn([, name = '', preset = '', nullable = '', type = '', remark = '']: readonly (
  | string
  | undefined
)[]): Column {
  return { name, type, preset, remark, nullable: /^(yes|y|1|true|是)$/i.test(nullable) };
}

/** The input has one row for each column of an index, in order. */
function joinIndexes(rows: readonly (readonly string[])[]): readonly Index[] {
  const found = new Map<string, Index>();
  for (const [, name = '', field = '', , nonUnique = '', , remark = ''] of rows) {
    const known = found.get(name);
    const fields = [...(known?.fields ?? []), field];
    found.set(name, { name, fields, unique: nonUnique === '0', remark });
  }
  return [...found.values()];
}

/** One page per table, with the table name as the title. */
export function tablePages(sent: ClientOutput, language: Language): readonly TablePage[] {
  const columns = byTable(rowsOf(sent.table_detail), readColumn);
  const indexes = byTable(rowsOf(sent.table_index), (row) => row);
  return rowsOf(sent.table_info).flatMap(([page_title = '', purpose = '', ...properties]) => {
    if (page_title === '') return [];
    const document: DatabaseDocument = {
      purpose,
      columns: columns.get(page_title) ?? [],
      indexes: joinIndexes(indexes.get(page_title) ?? []),
      remark: properties.filter((property) => property !== '').join(', '),
    };
    const page_content = writeDatabaseDocument(document, language);
    return [{ page_title: page_title.slice(0, 200), page_content }];
  });
}
