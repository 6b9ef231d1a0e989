import { parseColumn } from './sql-columns.ts';
import type { SqlColumn } from './sql-columns.ts';
import { isSign, isWord, tokenizeSql } from './sql-tokens.ts';
import type { SqlToken } from './sql-tokens.ts';

export interface SqlTable {
  readonly name: string;
  readonly comment: string;
  readonly columns: readonly SqlColumn[];
}

/** Keywords that begin a table constraint in the column list. */
const CONSTRAINT_KEYWORDS =
  `CONSTRAINT PRIMARY UNIQUE KEY INDEX FULLTEXT SPATIAL FOREIGN CHECK EXCLUDE LIKE PERIOD`.split(
    ' ',
  );

function splitStatements(tokens: readonly SqlToken[]): SqlToken[][] {
  const statements: SqlToken[][] = [[]];
  for (const token of tokens) {
    if (isSign(token, ';')) statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements;
}

/** Splits the parenthesized list at `open` by its commas, and returns the index of its end. */
function parseList(tokens: readonly SqlToken[], open: number) {
  const parts: SqlToken[][] = [[]];
  let depth = 0;
  let at = open;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at] as SqlToken;
    if (isSign(token, ')')) depth -= 1;
    if (depth === 0 && at > open) break;
    if (depth === 1 && isSign(token, ',')) parts.push([]);
    else if (at > open) parts.at(-1)?.push(token);
    if (isSign(token, '(')) depth += 1;
  }
  return { parts, end: at };
}

/** The last part of `schema.table`, which may be one word token or several quoted tokens. */
function unqualifiedName(tokens: readonly SqlToken[]): string {
  const names = tokens.filter(({ kind }) => kind === 'word' || kind === 'quoted');
  const last = names.at(-1);
  if (!last) return '';
  return last.kind === 'word' ? (last.text.split('.').at(-1) ?? '') : last.text;
}

function primaryKeyColumns(parts: readonly SqlToken[][]): Set<string> {
  const names = new Set<string>();
  for (const part of parts) {
    const at = part.findIndex((token, i) => isWord(token, 'PRIMARY') && isWord(part[i + 1], 'KEY'));
    if (at === -1 || !isWord(part[0], ...CONSTRAINT_KEYWORDS)) continue;
    for (const { kind, text } of part.slice(at + 2))
      if (kind === 'word' || kind === 'quoted') names.add(text);
  }
  return names;
}

function parseTable(statement: readonly SqlToken[]): SqlTable | undefined {
  const create = statement.findIndex((token) => isWord(token, 'CREATE'));
  const at = statement.findIndex((token, i) => i > create && isWord(token, 'TABLE'));
  const open = statement.findIndex((token, i) => i > at && isSign(token, '('));
  if (create === -1 || at === -1 || open === -1 || at - create > 4) return undefined;
  const { parts, end } = parseList(statement, open);
  const keys = primaryKeyColumns(parts);
  const columns = parts
    .filter((part) => !isWord(part[0], ...CONSTRAINT_KEYWORDS))
    .flatMap((part) => parseColumn(part) ?? [])
    .map((column) =>
      keys.has(column.name) ? { ...column, primary: true, nullable: false } : column,
    );
  const options = statement.slice(end + 1);
  const comment = options.findIndex((token) => isWord(token, 'COMMENT'));
  const text = comment === -1 ? undefined : options.slice(comment).find((t) => t.kind === 'string');
  const name = unqualifiedName(statement.slice(at + 1, open));
  return columns.length > 0 ? { name, comment: text?.text ?? '', columns } : undefined;
}

/** PostgreSQL defines comments in separate statements: `COMMENT ON COLUMN orders.id IS '…'`. */
function addComment(tables: SqlTable[], statement: readonly SqlToken[]): void {
  const [comment, on, objectType, ...rest] = statement;
  const is = rest.findIndex((token) => isWord(token, 'IS'));
  if (!isWord(comment, 'COMMENT') || !isWord(on, 'ON') || is === -1) return;
  const text = rest[is + 1]?.text ?? '';
  const names = rest
    .slice(0, is)
    .filter(({ kind }) => kind !== 'sign')
    .flatMap((token) => (token.kind === 'word' ? token.text.split('.') : [token.text]))
    .filter((name) => name !== '');
  const column = isWord(objectType, 'COLUMN') ? names.pop() : undefined;
  const at = tables.findIndex(({ name }) => name === names.at(-1));
  const table = tables[at];
  if (!table) return;
  tables[at] =
    column === undefined
      ? { ...table, comment: text }
      : {
          ...table,
          columns: table.columns.map((each) =>
            each.name === column ? { ...each, comment: text } : each,
          ),
        };
}

/** Every `CREATE TABLE` of a script, with the comments of MySQL and PostgreSQL. */
export function parseSqlTables(script: string): SqlTable[] {
  const statements = splitStatements(tokenizeSql(script));
  const tables = statements.flatMap((statement) => parseTable(statement) ?? []);
  for (const statement of statements) addComment(tables, statement);
  return tables;
}
