import { expect, it } from 'vitest';
import { sqlToTable } from './sql-to-table.ts';

const labels = {
  field: 'Field',
  type: 'Type',
  nullable: 'Null',
  default: 'Default',
  remark: 'Remark',
  yes: 'Yes',
  no: 'No',
  primaryKey: 'Primary key',
};
const HEAD = ['| Field | Type | Null | Default | Remark |', '| --- | --- | --- | --- | --- |'];

it('reads a MySQL dump', () => {
  const sql = `-- dump
/*!40101 SET NAMES utf8 */;
DROP TABLE IF EXISTS \`orders\`;
CREATE TABLE \`shop\`.\`orders\` (
  \`id\` bigint(20) unsigned NOT NULL AUTO_INCREMENT COMMENT 'Order''s number; unique',
  \`sku\` varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '' COMMENT 'Stock | unit',
  \`price\` decimal(10,2) DEFAULT '0.00',
  \`state\` enum('new','paid') NOT NULL DEFAULT 'new' COMMENT '状态：new 新建',
  \`changed\` timestamp NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (\`id\`),
  UNIQUE KEY \`orders_sku\` (\`sku\`),
  KEY \`by_state\` (\`state\`,\`changed\`),
  CONSTRAINT \`fk\` FOREIGN KEY (\`sku\`) REFERENCES \`stock\` (\`sku\`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT='Orders of customers';`;
  expect(sqlToTable(sql, labels)).toBe(
    [
      '## orders: Orders of customers',
      '',
      ...HEAD,
      "| id | bigint(20) unsigned | No |  | Primary key; Order's number; unique |",
      String.raw`| sku | varchar(32) | No | '' | Stock \| unit |`,
      "| price | decimal(10,2) | Yes | '0.00' |  |",
      "| state | enum('new','paid') | No | 'new' | 状态：new 新建 |",
      '| changed | timestamp | Yes | CURRENT_TIMESTAMP |  |',
    ].join('\n'),
  );
});

it('reads a PostgreSQL dump with separate comment statements', () => {
  const sql = `CREATE TABLE public.users (
    uid bigint DEFAULT nextval('public.users_uid_seq'::regclass) NOT NULL,
    username character varying(30) DEFAULT 'x'::character varying NOT NULL,
    tags text[] DEFAULT '{}'::text[],
    "order" integer CHECK ("order" > 0) DEFAULT -1,
    seen timestamp with time zone DEFAULT now(),
    CONSTRAINT users_pkey PRIMARY KEY (uid)
);
COMMENT ON TABLE public.users IS 'People';
COMMENT ON COLUMN public.users.username IS 'It''s the login';
COMMENT ON COLUMN "public"."users"."order" IS 'Place';`;
  expect(sqlToTable(sql, labels)).toBe(
    [
      '## users: People',
      '',
      ...HEAD,
      "| uid | bigint | No | nextval('public.users_uid_seq'::regclass) | Primary key |",
      "| username | character varying(30) | No | 'x' | It's the login |",
      "| tags | text[] | Yes | '{}' |  |",
      '| order | integer | Yes | -1 | Place |',
      '| seen | timestamp with time zone | Yes | now() |  |',
    ].join('\n'),
  );
});

it('reads several tables and other dialects and ignores other statements', () => {
  const sql = `create temporary table if not exists [dbo].[a b] ([Id] int identity(1,1) primary key, name nvarchar(max) not null, free);
    CREATE INDEX i ON x (y); INSERT INTO x VALUES ('CREATE TABLE no (a int)');
    CREATE TABLE unfinished (a int, b`;
  expect(sqlToTable(sql, labels)).toBe(
    [
      '## a b',
      '',
      ...HEAD,
      '| Id | int | No |  | Primary key |',
      '| name | nvarchar(max) | No |  |  |',
      '| free |  | Yes |  |  |',
      '',
      '## unfinished',
      '',
      ...HEAD,
      '| a | int | Yes |  |  |',
      '| b |  | Yes |  |  |',
    ].join('\n'),
  );
});

it.each(['', 'select 1', 'CREATE TABLE', 'create view v (a) as select 1', '('.repeat(5000)])(
  'returns undefined for %j',
  (sql) => {
    expect(sqlToTable(sql, labels)).toBeUndefined();
  },
);

it('handles long and malformed scripts in linear time', () => {
  const long = `create table t (${Array.from({ length: 3000 }, (_, at) => `c${at} int default (((1))) comment 'x''y'`).join()})`;
  expect(sqlToTable(long, labels)?.split('\n')).toHaveLength(3004);
  expect(sqlToTable(`create table t ('${"\\'".repeat(50_000)}`, labels)).toBeUndefined();
});
