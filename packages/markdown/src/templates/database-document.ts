import { writeDatabaseDocument, type Column, type DatabaseDocument } from '../database-document.ts';
import type { Language } from '../write-markdown.ts';

/** The template that "Database document" inserts in the editor: a table with its columns and indexes. */
export function databaseDocumentTemplate(language: Language): string {
  return writeDatabaseDocument(SAMPLES[language], language);
}

function column(name: string, type: string, remark: string, more: Partial<Column> = {}): Column {
  return { name, type, remark, nullable: false, defaultValue: '', ...more };
}

const SAMPLES: Readonly<Record<Language, DatabaseDocument>> = {
  en: {
    purpose: 'Users: one row for each account',
    columns: [
      column('uid', 'bigint', 'Primary key'),
      column('username', 'varchar(30)', 'Login name, unique'),
      column('name', 'varchar(50)', 'Display name', { nullable: true }),
      column('created_at', 'datetime', 'Creation time of the account, UTC', {
        defaultValue: 'now()',
      }),
    ],
    indexes: [{ name: 'users_username', fields: ['username'], unique: true, remark: 'Login' }],
    remark: 'Remark: none',
  },
  'zh-cn': {
    purpose: '用户表：每个账号一行',
    columns: [
      column('uid', 'bigint', '主键'),
      column('username', 'varchar(30)', '登录名，唯一'),
      column('name', 'varchar(50)', '显示名称', { nullable: true }),
      column('created_at', 'datetime', '创建时间，UTC', { defaultValue: 'now()' }),
    ],
    indexes: [{ name: 'users_username', fields: ['username'], unique: true, remark: '登录时使用' }],
    remark: '备注：无',
  },
};
