import {
  bullet,
  heading,
  escapeMarkdown,
  paragraphs,
  table,
  type Language,
} from './write-markdown.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly defaultValue: string;
  readonly remark: string;
}

export interface Index {
  readonly name: string;
  readonly fields: readonly string[];
  readonly unique: boolean;
  readonly remark: string;
}

/** A database table. Empty sections are omitted. */
export interface DatabaseDocument {
  readonly purpose: string;
  readonly columns: readonly Column[];
  readonly indexes: readonly Index[];
  readonly remark: string;
}

const LABELS = {
  en: {
    columns: 'Columns',
    columnHeader: ['Field', 'Type', 'Null', 'Default', 'Remark'],
    indexes: 'Indexes',
    indexHeader: ['Index', 'Fields', 'Unique', 'Remark'],
    yes: 'Yes',
    no: 'No',
  },
  'zh-cn': {
    columns: '字段',
    columnHeader: ['字段', '类型', '允许空', '默认', '注释'],
    indexes: '索引',
    indexHeader: ['索引名', '字段', '唯一', '注释'],
    yes: '是',
    no: '否',
  },
} as const satisfies Record<Language, unknown>;

/** Writes a database table as Markdown, which the renderer shows as parameter tables. */
export function writeDatabaseDocument(document: DatabaseDocument, language: Language): string {
  const { columns, columnHeader, indexes, indexHeader, yes, no } = LABELS[language];
  const word = (is: boolean) => (is ? yes : no);
  const section = (title: string, header: readonly string[], rows: readonly string[][]) =>
    rows.length === 0 ? [] : [heading(title), table(header, rows)];
  return paragraphs([
    document.purpose && bullet(escapeMarkdown(document.purpose)),
    ...section(
      columns,
      columnHeader,
      document.columns.map(({ name, type, nullable, defaultValue, remark }) => [
        escapeMarkdown(name),
        escapeMarkdown(type),
        word(nullable),
        escapeMarkdown(defaultValue),
        escapeMarkdown(remark),
      ]),
    ),
    ...section(
      indexes,
      indexHeader,
      document.indexes.map(({ name, fields, unique, remark }) => [
        escapeMarkdown(name),
        escapeMarkdown(fields.join(', ')),
        word(unique),
        escapeMarkdown(remark),
      ]),
    ),
    document.remark && bullet(escapeMarkdown(document.remark)),
  ]);
}
