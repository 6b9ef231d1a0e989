import { bullet, heading, literal, paragraphs, table, type Language } from './write.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly preset: string;
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

const WORDS = {
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
  const { columns, columnHeader, indexes, indexHeader, yes, no } = WORDS[language];
  const word = (is: boolean) => (is ? yes : no);
  const section = (title: string, header: readonly string[], rows: readonly string[][]) =>
    rows.length === 0 ? [] : [heading(title), table(header, rows)];
  return paragraphs([
    document.purpose && bullet(literal(document.purpose)),
    ...section(
      columns,
      columnHeader,
      document.columns.map(({ name, type, nullable, preset, remark }) => [
        literal(name),
        literal(type),
        word(nullable),
        literal(preset),
        literal(remark),
      ]),
    ),
    ...section(
      indexes,
      indexHeader,
      document.indexes.map(({ name, fields, unique, remark }) => [
        literal(name),
        literal(fields.join(', ')),
        word(unique),
        literal(remark),
      ]),
    ),
    document.remark && bullet(literal(document.remark)),
  ]);
}
