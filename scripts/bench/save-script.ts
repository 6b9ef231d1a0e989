import type { Db } from '../../apps/server/src/db/connect.ts';
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Driver } from 'kysely';
import type { ItemGrant } from '../../apps/server/src/access/grant.ts';
import type { Schema } from '../../apps/server/src/db/schema.ts';
import {
  toSearchBody,
  toSearchText,
} from '../../apps/server/src/modules/search-index/search-text.ts';
import { pageRepository } from '../../apps/server/src/modules/page/page.repository.ts';
import { pageSaveRepository } from '../../apps/server/src/modules/page/page-save.repository.ts';

/** Placeholders for values that pgbench determines at run time. */
const PAGE = 7_000_001;
const VERSION = 7_000_002;
const TIME = new Date(0);

/** A Kysely driver that records statements instead of sending them. */
function recordingDriver(statements: CompiledQuery[]): Driver {
  const connection: DatabaseConnection = {
    executeQuery: async (query) => {
      statements.push(query);
      const row = { page_content: '', is_locked: false, most: null, kept: [] };
      return { rows: [row as never] };
    },
    streamQuery: () => {
      throw new Error('streams are not supported');
    },
  };
  const nothing = async () => {};
  return {
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  };
}

function literal(value: unknown): string {
  if (value === PAGE) return ':p';
  if (value === VERSION) return ':version';
  if (value === VERSION + 1) return '(:version + 1)';
  if (value === TIME) return ':addtime';
  // The version to delete, or the ngrams of the text.
  if (Array.isArray(value))
    return value.join() === '0' ? 'array[:version - 20]' : `'{${value.join(',')}}'`;
  if (value === null) return 'null';
  if (typeof value === 'number') return String(value);
  if (Buffer.isBuffer(value)) return String.raw`'\x${value.toString('hex')}'`;
  if (typeof value !== 'string') throw new Error('unexpected type of value in a save');
  // pgbench would interpret a colon as a variable.
  return `'${value.replaceAll("'", "''").replaceAll(':', '')}'`;
}

function toScriptLine({ sql, parameters }: CompiledQuery): string {
  return sql
    .replaceAll(/\$(\d+)/g, (_all, at: string) => literal(parameters[Number(at) - 1]))
    .replaceAll('\n', ' ');
}

interface SaveScenario {
  readonly item_id: number;
  readonly uid: number;
  readonly first: number;
  /** Number of pages of each writer. */
  readonly each: number;
  readonly text: string;
}

/** Returns a pgbench script with the statements of a save by the owner, recorded from the product. */
export async function saveScript({
  item_id,
  uid,
  first,
  each,
  text,
}: SaveScenario): Promise<string> {
  const statements: CompiledQuery[] = [];
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => recordingDriver(statements),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as Db;
  const pages = pageRepository(db);
  const pageSaves = pageSaveRepository(db);
  await pages.lock({ itemId: item_id } as ItemGrant, PAGE, 'content');
  await pageSaves.readForSave(PAGE, uid);
  const author = { author_uid: uid, author_username: 'harbor-master' };
  const titleFields = { page_title: 'Call', page_comments: '' };
  await pageSaves.writeVersion(
    {
      ...titleFields,
      ...author,
      page_content: text,
      method: '',
      search: toSearchText('Call', toSearchBody(text, 0)),
    },
    {
      ...titleFields,
      ...author,
      item_id,
      page_id: PAGE,
      version: VERSION,
      addtime: TIME,
      codec: 1,
      sha256: Buffer.alloc(32, 7),
      data: Buffer.alloc(60, 7),
    },
    [0],
  );
  const [hold, read, write] = statements.map(toScriptLine);
  return [
    String.raw`\set p ${first} + :client_id * ${each} + random(0, ${each - 1})`,
    'begin;',
    String.raw`${hold} \gset`,
    `${read};`,
    `${write};`,
    'commit;',
    '',
  ].join('\n');
}
