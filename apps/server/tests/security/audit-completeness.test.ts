import { readdirSync, readFileSync } from 'node:fs';
import type { Call } from '@octavo/contract/define-call';
import { audit as english } from '@octavo/texts/en/audit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { splitFacts } from '../../src/modules/audit/audit-changes.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';
import { allCommands } from '../helpers/valid-requests.ts';
import { NOT_AUDITED, OTHER_ACTIONS, WITHOUT_OLD_VALUE } from './audit-table.ts';

/** What to do when a new call does not pass. */
const HELP = `
Each command either writes an audit entry or is listed with the reason why not.
- It changes a right, a role, an account, an identity, a key or token, a second factor, a policy or a setting, it deletes
  something for good, it exports data, or it is a login: declare \`audit: [fields]\` in its contract with the request
  fields that may be stored, never one with a secret. The old values: \`ctx.note({ was })\` in the handler; of a secret only
  its name: \`ctx.note({ replaced: [field] })\`. An action without old values is listed in WITHOUT_OLD_VALUE in
  apps/server/tests/security/audit-table.ts. Then add the name of the action to packages/texts/src/{en,zh-cn}/audit.ts.
- Otherwise: add its name to NOT_AUDITED in apps/server/tests/security/audit-table.ts, below the reason that applies.`;

const audited = allCommands.filter(({ call }) => call.audit);

const actionsOf = ({ path, auditActions }: Call): readonly string[] =>
  auditActions ?? [path.slice('/api/'.length).replace('/', '.')];

const textOf = (action: string) =>
  action.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase());

/** The account that a first login creates has an entry of its own. */
const FIRST_LOGIN: Readonly<Record<string, string>> = { 'extLogin.oauth2': 'user.register' };

/** Fields of requests and responses whose values must not appear in the log. */
const SECRET =
  /password|token(?!_path|_days|_request|_header)|v_code|secret|key(?!word)|_codes?$|link$|_content$/i;
const DECLARED_SECRET =
  /password(?!_min|_common|_personal)|token(?!_path|_days|_request|_header)|v_code|secret/i;
/** Shorter values, such as 0 and 1, occur everywhere. */
const MIN_SECRET_LENGTH = 4;

/** All texts below fields with such a name. */
function secretsOf(value: unknown, isSecret = false): string[] {
  if (typeof value === 'string')
    return isSecret && value.length >= MIN_SECRET_LENGTH ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((inner) => secretsOf(inner, isSecret));
  return Object.entries(value).flatMap(([name, inner]) => secretsOf(inner, SECRET.test(name)));
}

let site: TestSite;
/** The secrets of all requests, responses and cookies of this file. */
const secrets = new Set<string>();

beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

/** Changes what the database stores, as an omission in the code would; `new` is the entry. */
const plant = (body: string) =>
  site.database.query(
    `create or replace function planted_omission() returns trigger language plpgsql as $$ begin ${body} end $$;
     create or replace trigger planted_omission before insert on audit_log
       for each row execute function planted_omission()`,
  );
afterEach(() => site.database.query('drop trigger if exists planted_omission on audit_log'));

interface Entry {
  readonly action: string;
  readonly username: string;
  readonly address: string;
  readonly actor_kind: string;
  readonly result: string;
  readonly request_id: string | null;
  readonly subject: string;
  readonly item_name: string;
  readonly page_title: string;
  readonly team_name: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const entries = () =>
  site.database.query<Entry>('select *, audit_log::text as text from audit_log order by audit_id');

/** The actions whose entries have a changed field. */
const withOldValue = new Set<string>();

function assertValues(entry: Entry): void {
  const { action, subject, item_name, page_title, team_name, facts } = entry;
  const { changes } = splitFacts(facts);
  if (changes.length > 0) withOldValue.add(action);
  for (const { old, new: value, is_secret, field } of changes)
    expect(is_secret || old !== value, `${action}: ${field} has not changed`).toBe(true);
  const reason = Object.entries(WITHOUT_OLD_VALUE).find(([, list]) => list.includes(action))?.[0];
  if (reason === undefined)
    expect(changes, `${action} has neither old nor new value.${HELP}`).not.toEqual([]);
  else if (/names it/.test(reason))
    expect(
      [subject, item_name, page_title, team_name, ...Object.keys(facts)].join(''),
      `${action} does not say what it concerns`,
    ).not.toBe('');
}

/** Sends a valid request and examines its entries. */
async function check({ name, call, prepare }: (typeof audited)[number]): Promise<void> {
  const { client, input } = await prepare(site);
  const before = (await entries()).length;
  const answer = await client.callOk(call, input);
  const own = [...secretsOf(input), ...secretsOf(answer), ...client.cookies.values()];
  for (const secret of own) secrets.add(secret);
  const added = (await entries()).slice(before);
  const made = added.filter(({ action }) => action !== FIRST_LOGIN[name]);
  expect(made, `${call.path} must write exactly one entry.${HELP}`).toHaveLength(1);
  expect(added).toHaveLength(name in FIRST_LOGIN ? 2 : 1);
  const [entry] = made;
  if (!entry) return;
  expect(actionsOf(call)).toContain(entry.action);
  expect(entry.username).not.toBe('');
  expect(entry.address).toContain('2001:db8');
  expect(['user', 'item_key']).toContain(entry.actor_kind);
  expect(entry.result).toBe('success');
  expect(entry.request_id).toMatch(/^[\da-f-]{36}$/);
  const declared = call.audit?.filter((field) => DECLARED_SECRET.test(field));
  expect(declared, `${call.path} declares a secret`).toEqual([]);
  for (const secret of own)
    expect(entry.text, `${call.path} stores a secret`).not.toContain(secret);
  assertValues(entry);
}

const caseOf = (name: string) => {
  const found = audited.find((each) => each.name === name);
  if (!found) throw new Error(`${name} is not audited`);
  return found;
};

describe('the audit log', () => {
  it('covers every command, or a reason why not is listed', () => {
    const listed = Object.values(NOT_AUDITED).flat();
    const unaudited = allCommands.filter(({ call }) => !call.audit).map(({ name }) => name);
    const missing = unaudited.filter((name) => !listed.includes(name));
    expect(missing, `${missing.join(', ')} writes no audit entry.${HELP}`).toEqual([]);
    const outdated = listed.filter((name) => !unaudited.includes(name));
    expect(outdated, `Remove ${outdated.join(', ')} from NOT_AUDITED: audited or gone.`).toEqual(
      [],
    );
    expect(listed).toHaveLength(new Set(listed).size);
  });

  it('has a text for each action', () => {
    const actions = [
      ...audited.flatMap(({ call }) => actionsOf(call)),
      ...Object.keys(OTHER_ACTIONS),
    ];
    const missing = actions.filter((action) => !(textOf(action) in english));
    const keys = missing.map(textOf).join(', ');
    expect(missing, `Add ${keys} to packages/texts/src/{en,zh-cn}/audit.ts.`).toEqual([]);
  });

  it('has a text and a place in the table for each action that the source names', () => {
    const source = new URL('../../src/', import.meta.url);
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
    const named = files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => [
        ...readFileSync(new URL(file, source), 'utf8').matchAll(
          /(?:\baction: |note\(sync, |recordAudit\(db, )'([A-Za-z]+\.[A-Za-z]+)'/g,
        ),
      ])
      .map(([, action = '']) => action);
    const known = new Set([
      ...audited.flatMap(({ call }) => actionsOf(call)),
      ...Object.keys(OTHER_ACTIONS),
    ]);
    const unknown = named.filter((action) => !known.has(action));
    expect(named.length).toBeGreaterThan(20);
    expect(unknown, `Add these to OTHER_ACTIONS in audit-table.ts, and their texts.`).toEqual([]);
  });

  it.each(audited)('has one entry with old and new value for $name', check);

  it('lists no action without an old value that has one or is gone', () => {
    const listed = Object.values(WITHOUT_OLD_VALUE).flat();
    const known = audited.flatMap(({ call }) => actionsOf(call));
    const outdated = listed.filter((action) => withOldValue.has(action) || !known.includes(action));
    expect(outdated, `Remove ${outdated.join(', ')} from WITHOUT_OLD_VALUE.`).toEqual([]);
  });

  it('contains none of the secrets of all these requests and responses', async () => {
    expect(secrets.size).toBeGreaterThan(50);
    const all = await entries();
    const found = [...secrets].flatMap((secret) =>
      all.filter(({ text }) => text.includes(secret)).map(({ action }) => ({ action, secret })),
    );
    expect(found).toEqual([]);
  });
});

describe('a planted omission is caught:', () => {
  it.each(['adminUser.setRole', 'adminSecurity.save', 'member.save', 'accessToken.create'])(
    'no entry for %s',
    async (name) => {
      await plant('return null;');
      await expect(check(caseOf(name))).rejects.toThrow('must write exactly one entry');
    },
  );

  it.each([
    'adminUser.setRole',
    'adminUser.disableUser',
    'member.delete',
    'teamItem.setRight',
    'adminUser.linkIdentity',
    'adminSetting.saveLdapConfig',
    'secondFactor.removeTotp',
  ])('no old value in the entry of %s', async (name) => {
    await plant(`new.facts = new.facts - 'was' - 'replaced'; return new;`);
    await expect(check(caseOf(name))).rejects.toThrow('has neither old nor new value');
  });

  it.each(['user.resetPassword', 'accessToken.create', 'adminSetting.saveOauth2Config'])(
    'a secret in the entry of %s',
    async (name) => {
      const leaking = caseOf(name);
      const prepare = async (of: TestSite) => {
        const prepared = await leaking.prepare(of);
        const sent = JSON.stringify(prepared.input).replaceAll("'", "''");
        await plant(`new.facts = new.facts || jsonb_build_object('sent', '${sent}'); return new;`);
        return prepared;
      };
      await expect(check({ ...leaking, prepare })).rejects.toThrow('stores a secret');
    },
  );
});
