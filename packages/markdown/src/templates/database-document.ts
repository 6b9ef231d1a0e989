import { bullet, heading, paragraphs, table, type Language } from '../write.ts';

/** What "Database document" inserts in the editor: one table with its columns and indexes. */
export function databaseDocumentTemplate(language: Language): string {
  const words = WORDS[language];
  return paragraphs([
    bullet(words.purpose),
    heading(words.columns),
    table(words.columnHeader, words.columnRows),
    heading(words.indexes),
    table(words.indexHeader, words.indexRows),
    bullet(words.remark),
  ]);
}

interface Words {
  readonly purpose: string;
  readonly columns: string;
  readonly columnHeader: readonly string[];
  readonly columnRows: readonly (readonly string[])[];
  readonly indexes: string;
  readonly indexHeader: readonly string[];
  readonly indexRows: readonly (readonly string[])[];
  readonly remark: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    purpose: 'Users: one row for each account',
    columns: 'Columns',
    columnHeader: ['Field', 'Type', 'Null', 'Default', 'Remark'],
    columnRows: [
      ['uid', 'bigint', 'No', '', 'Primary key'],
      ['username', 'varchar(30)', 'No', '', 'Login name, unique'],
      ['name', 'varchar(50)', 'Yes', '', 'Display name'],
      ['created_at', 'datetime', 'No', 'now()', 'When the account was made, UTC'],
    ],
    indexes: 'Indexes',
    indexHeader: ['Index', 'Fields', 'Unique', 'Remark'],
    indexRows: [['users_username', 'username', 'Yes', 'Login']],
    remark: 'Remark: none',
  },
  'zh-cn': {
    purpose: '用户表：每个账号一行',
    columns: '字段',
    columnHeader: ['字段', '类型', '允许空', '默认', '注释'],
    columnRows: [
      ['uid', 'bigint', '否', '', '主键'],
      ['username', 'varchar(30)', '否', '', '登录名，唯一'],
      ['name', 'varchar(50)', '是', '', '显示名称'],
      ['created_at', 'datetime', '否', 'now()', '创建时间，UTC'],
    ],
    indexes: '索引',
    indexHeader: ['索引名', '字段', '唯一', '注释'],
    indexRows: [['users_username', 'username', '是', '登录时使用']],
    remark: '备注：无',
  },
};
