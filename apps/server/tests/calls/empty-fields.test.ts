import type { Call } from '@octavo/contract/define-call';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SiteSettings } from '../../src/modules/setting/setting.ts';
import { logChanges, drainChanges } from '../helpers/change-log.ts';
import type { TestClient } from '../helpers/client.ts';
import { allCalls } from '../helpers/valid-requests.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';
import { settingRepository } from '../../src/modules/setting/setting.repository.ts';

/**
 * Every call is sent twice: first with valid input, so that its values are stored, then with one field empty, null
 * or missing. All other values are stored already, so any change comes from that field.
 */
type Fields = Readonly<Record<string, unknown>>;

const MISSING = Symbol('missing');
const VALUES = ['', null, 'null', 'undefined', MISSING] as const;
type Value = (typeof VALUES)[number];

/** Optional fields with non-default values, for calls whose valid request omits them. */
const EXTRA_FIELDS: Readonly<Record<string, Fields>> = {
  'page.save': { s_number: 7, page_title: 'Ports', page_content: 'words' },
  'catalog.save': { s_number: 7 },
  'open.updateItem': { s_number: 7 },
  'open.updateCatalog': { s_number: 7 },
  'open.updateDbItem': { s_number: 7 },
  'item.update': { item_description: 'Ports', password: 'visit-8842', is_private: 1 },
  'adminUser.addUser': { name: 'Mei Tanaka' },
  'user.updateInfo': { name: 'Mei Tanaka', language: 'zh-cn' },
  'adminSetting.saveConfig': {
    site_name: 'Harbor',
    banner_level: 'warning',
    login_required: 1,
    user_directory: 0,
    robots_open: 0,
    register_open: 0,
    home_page: 2,
    history_version_count: 31,
    attachment_size_m: 12,
    attachment_quota_m: 900,
    token_days: 200,
    oss_open: 0,
    mail_setting: { host: '127.0.0.1', port: 2525, password: 'k-8f2a91', sender: 'a@b.test' },
  },
};

/** Fields that name the target of a move: without one, it is the root. */
const TARGET_FIELDS: Readonly<Record<string, string>> = { 'page.move': 'cat_id' };

/** Tables that any request may write to, for example the audit log. */
const IGNORED_TABLES = new Set([
  'audit',
  'device',
  'file_tally',
  'import_entry',
  'row_tally',
  'task',
  'traffic',
]);
/** Columns of the item that change when a page or catalog is created. */
const IGNORED_COLUMNS = new Set(['item.last_update_time', 'item.tree_version']);

let site: TestSite;
let settings: SiteSettings;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
  settings = await settingRepository(site.deps.db).load();
  await logChanges(site.database);
});
afterEach(async () => {
  await settingRepository(site.deps.db).save(settings);
  site.deps.bus.publish('setting', 'all');
});
afterAll(() => site.close());

const counts = { calls: 0, fields: 0, requests: 0, refused: 0, accepted: 0, changed: 0 };

async function send(client: TestClient, call: Call, input: Fields) {
  const response = await client.request(
    call.method === 'GET'
      ? { method: 'GET', url: call.path, query: input as Record<string, string> }
      : { method: 'POST', url: call.path, payload: { ...input } },
  );
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const { error_code, data } = isJson
    ? response.json<{ error_code: number; data: Fields | null }>()
    : { error_code: 0, data: null };
  return { status: response.statusCode, error_code, data };
}

/** Returns the stored values that changed: columns of existing rows, and deleted rows. */
async function changedValues(): Promise<Set<string>> {
  const changes = (await drainChanges(site.database)).filter(
    ({ table }) => !IGNORED_TABLES.has(table),
  );
  return new Set(
    changes.flatMap(({ table, operation, columns }) => {
      if (operation === 'DELETE') return [`${table} is gone`];
      const names = columns.map((column) => `${table}.${column}`);
      return names.filter((name) => !IGNORED_COLUMNS.has(name));
    }),
  );
}

/** The second request changes the object that the first one created, so it gets the new id. */
function toRepeatedInput(call: Call, input: Fields, data: Fields | null): Fields {
  const made = Object.entries(data ?? {}).filter(
    ([name, value]) =>
      name in call.request.shape && /(?:^|_)id$|^uid$/.test(name) && typeof value === 'number',
  );
  return { ...input, ...Object.fromEntries(made) };
}

function unwrapSchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return unwrapSchema(schema.def.innerType as z.ZodType);
  if (schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodTransform)
    return unwrapSchema(schema.def.out as z.ZodType);
  return schema;
}

interface FieldLocation {
  readonly path: readonly string[];
  readonly schema: z.ZodType;
}

/** Returns the fields of a call and those of its nested forms. */
function listFields(call: Call): FieldLocation[] {
  return Object.entries(call.request.shape as Record<string, z.ZodType>).flatMap(
    ([name, schema]) => {
      const form = unwrapSchema(schema);
      const inner = form instanceof z.ZodObject ? (form.shape as Record<string, z.ZodType>) : {};
      return [
        { path: [name], schema },
        ...Object.entries(inner).map(([field, leaf]) => ({ path: [name, field], schema: leaf })),
      ];
    },
  );
}

function withValue(input: Fields, [name = '', ...rest]: readonly string[], value: Value): Fields {
  const { [name]: present, ...others } = input;
  if (rest.length > 0)
    return { ...input, [name]: withValue((present ?? {}) as Fields, rest, value) };
  return value === MISSING ? others : { ...others, [name]: value };
}

/** A string that the schema accepts is stored unchanged, even if empty; a secret is never stored empty. */
function acceptsText({ path, schema }: FieldLocation, value: Value, call: Call): boolean {
  const form = unwrapSchema(call.request.shape[path[0] ?? ''] as z.ZodType);
  const isSecret = form instanceof z.ZodObject && `has_${path[1]}` in form.shape;
  return (
    typeof value === 'string' && !(isSecret && value === '') && schema.safeParse(value).success
  );
}

describe('an empty field', () => {
  it.each(allCalls)('changes no stored value: $name', async (row) => {
    const { name, call, prepare } = row;
    const prepareStored = async () => {
      const prepared = await prepare(site);
      const { client } = prepared;
      const first = { ...(prepared.input as Fields), ...EXTRA_FIELDS[name] };
      const answer = await send(client, call, first);
      const input = toRepeatedInput(call, first, answer.data);
      await drainChanges(site.database);
      return { client, input, isStored: answer.error_code === 0 };
    };
    let world = await prepareStored();
    expect(world.isStored).toBe(true);
    await send(world.client, call, world.input);
    // Times, versions and other values that change whenever the request is repeated.
    const repeated = await changedValues();
    const problems: string[] = [];
    counts.calls += 1;
    for (const location of listFields(call)) {
      counts.fields += 1;
      if (location.path[0] === TARGET_FIELDS[name]) continue;
      for (const value of VALUES) {
        if (acceptsText(location, value, call)) continue;
        const answer = await send(world.client, call, withValue(world.input, location.path, value));
        counts.requests += 1;
        counts[answer.error_code === 0 ? 'accepted' : 'refused'] += 1;
        const changed = [...(await changedValues())].filter((column) => !repeated.has(column));
        if (answer.status >= 500) problems.push(`${location.path.join('.')}: ${answer.status}`);
        counts.changed += changed.length;
        if (changed.length > 0) {
          problems.push(`${location.path.join('.')} ${String(value)}: ${changed.join(', ')}`);
          world = await prepareStored();
        }
      }
    }
    expect(problems).toEqual([]);
  });

  it('is sent to every call', () => {
    console.info('requests with an empty field:', counts);
    expect(counts.changed).toBe(0);
    expect(counts.calls).toBe(allCalls.length);
    expect(counts.requests).toBeGreaterThan(1000);
    expect(counts.accepted).toBeGreaterThan(200);
  });
});
