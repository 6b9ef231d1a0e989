import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AndFilter, FilterParser, SubstringFilter } from 'ldapts';
import type { Client, Filter } from 'ldapts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { withTimeout } from '../../with-timeout.ts';
import { EXTERNAL_TIMEOUT_MS } from '../ext-login/external-timeout.ts';
import { withSearchClient } from '../ext-login/ldap-client.ts';
import type { LdapDirectory } from '../ext-login/ldap-client.ts';
import { toLdapDirectory } from '../ext-login/ldap-login.ts';
import {
  groupFilter,
  parseFilter,
  searchPages,
  toDirectoryError,
  userFilter,
} from '../ext-login/ldap-pages.ts';
import { invalidateSettings } from '../setting/invalidate-settings.ts';
import { savedBy } from '../setting/saved-by.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { dnKey } from './distinguished-name.ts';
import { directoryMappingRepository } from './directory-mapping.repository.ts';
import { directoryRunRepository } from './directory-run.repository.ts';
import { countMembers, GROUP_ATTRIBUTES } from './group-members.ts';
import { nextRun } from './schedule.policy.ts';
import { startRun } from './start-run.ts';

type AdminDirectory = Calls['adminDirectory'];

/** Counting ends here: more than these take longer than a form may wait. */
const MAX_COUNTED_ENTRIES = 50_000;
const MAX_CHOICES = 20;

export async function loadConfig({ db, deps }: Ctx<AdminDirectory['loadConfig']['access']>) {
  const { ldap_open, ldap_form, directory_form, directory_saved } =
    await settingRepository(db).load();
  const runs = directoryRunRepository(db);
  const mappings = await directoryMappingRepository(db).list();
  const isOpen = ldap_open && ldap_form.host !== '';
  return {
    is_open: isOpen,
    directory_form,
    mappings: mappings.map(({ team_id, ...mapping }) => ({ ...mapping, team_id: team_id ?? 0 })),
    directory_saved,
    next_run: isOpen ? nextRun(directory_form, deps.now()) : null,
    last_run: (await runs.findLastSync()) ?? null,
    active_run_id: await runs.findActive(),
  };
}

function assertFilter(filter = '') {
  if (filter !== '' && !parseFilter(filter)) throw new AppError('filterInvalid', { filter });
}

export async function saveConfig(
  ctx: Ctx<AdminDirectory['saveConfig']['access']>,
  { directory_form: sent, mappings }: CallRequest<AdminDirectory['saveConfig']>,
) {
  if (sent === undefined && mappings === undefined)
    throw new AppError('invalidRequest', { field: 'body' });
  assertFilter(sent?.user_filter);
  assertFilter(sent?.group_filter);
  const stored = await settingRepository(ctx.db).loadForUpdate();
  const was: Record<string, unknown> = { ...stored };
  if (mappings) {
    const repository = directoryMappingRepository(ctx.db);
    const teamIds = [...new Set(mappings.flatMap(({ team_id }) => team_id || []))];
    if ((await repository.findTeams(teamIds)).length !== teamIds.length)
      throw new AppError('invalidRequest', { field: 'mappings' });
    const unique = new Map(
      mappings.map((each) => [`${dnKey(each.group_dn)} ${each.team_id}`, each]),
    );
    const describe = (
      list: readonly { group_dn: string; team_id: number | null; groupid: number }[],
    ) =>
      list.map(({ group_dn, team_id, groupid }) => ({ group_dn, team_id: team_id ?? 0, groupid }));
    was['mappings'] = describe(await repository.list());
    await repository.replace([...unique.values()]);
    ctx.note({ was, facts: { mappings: describe([...unique.values()]) } });
  } else ctx.note({ was });
  const changes = Object.entries(sent ?? {}).filter(([, value]) => value !== undefined);
  await settingRepository(ctx.db).save({
    directory_form: { ...stored.directory_form, ...Object.fromEntries(changes) },
    directory_saved: savedBy(ctx),
  });
  invalidateSettings(ctx, ctx);
  return {};
}

async function openDirectory({ db, deps }: Pick<Ctx, 'db' | 'deps'>) {
  const { ldap_form, directory_form } = await settingRepository(db).load();
  return {
    directory: toLdapDirectory(ldap_form, directory_form, deps.settingCipher),
    form: directory_form,
  };
}

/** Reads no attributes. */
async function countEntries(client: Client, baseDn: string, filter: Filter): Promise<number> {
  let count = 0;
  for await (const entries of searchPages(client, baseDn, filter, ['1.1'])) {
    count += entries.length;
    if (count >= MAX_COUNTED_ENTRIES) break;
  }
  return count;
}

/** Each request to the directory gets the time of a login, and all of them a bit more. */
const search = <T>(directory: LdapDirectory, act: (client: Client) => Promise<T>): Promise<T> =>
  withTimeout(EXTERNAL_TIMEOUT_MS * 2, withSearchClient(directory, act));

export async function countMatches(
  ctx: Ctx<AdminDirectory['countMatches']['access']>,
  { user_filter, group_filter, group_base_dn }: CallRequest<AdminDirectory['countMatches']>,
) {
  assertFilter(user_filter);
  assertFilter(group_filter);
  const { directory } = await openDirectory(ctx);
  const startedAt = performance.now();
  if (directory.host === '')
    return { people: 0, groups: 0, is_limited: false, error: 'off' as const, milliseconds: 0 };
  const count = async (client: Client) => ({
    people: await countEntries(
      client,
      directory.base_dn,
      userFilter({ ...directory, user_filter }),
    ),
    groups: await countEntries(
      client,
      group_base_dn || directory.base_dn,
      groupFilter(group_filter),
    ),
  });
  const milliseconds = () => Math.round(performance.now() - startedAt);
  try {
    const { people, groups } = await search(directory, count);
    return {
      people,
      groups,
      is_limited: Math.max(people, groups) >= MAX_COUNTED_ENTRIES,
      error: '' as const,
      milliseconds: milliseconds(),
    };
  } catch (thrown) {
    const { error } = toDirectoryError(thrown);
    return { people: 0, groups: 0, is_limited: false, error, milliseconds: milliseconds() };
  }
}

export async function listGroups(
  ctx: Ctx<AdminDirectory['listGroups']['access']>,
  { word }: CallRequest<AdminDirectory['listGroups']>,
) {
  const { directory, form } = await openDirectory(ctx);
  const groups = FilterParser.parseString(groupFilter(form.group_filter).toString());
  const filter =
    word === ''
      ? groups
      : new AndFilter({ filters: [groups, new SubstringFilter({ attribute: 'cn', any: [word] })] });
  try {
    const { searchEntries } = await search(directory, (client) =>
      client.search(form.group_base_dn || directory.base_dn, {
        scope: 'sub',
        filter,
        attributes: GROUP_ATTRIBUTES,
        sizeLimit: MAX_CHOICES,
      }),
    );
    return searchEntries.map((entry) => ({
      group_dn: entry.dn,
      people: countMembers(entry),
    }));
  } catch (error) {
    ctx.deps.log.warn({ err: error }, 'LDAP directory failed');
    throw new AppError('directoryDown');
  }
}

export function listTeams(
  { db }: Ctx<AdminDirectory['listTeams']['access']>,
  { word }: CallRequest<AdminDirectory['listTeams']>,
) {
  return directoryMappingRepository(db).searchTeams(word, MAX_CHOICES);
}

export async function start(
  ctx: Ctx<AdminDirectory['start']['access']>,
  { is_preview, confirmed_run_id }: CallRequest<AdminDirectory['start']>,
) {
  const confirmed =
    confirmed_run_id === undefined
      ? undefined
      : await directoryRunRepository(ctx.db).find(confirmed_run_id);
  if (confirmed_run_id !== undefined && confirmed?.state !== 'stopped')
    throw new AppError('notFound');
  const run_id = await startRun(ctx, {
    kind: is_preview ? 'preview' : 'sync',
    uid: ctx.viewer.uid,
    max_disabled: confirmed?.counts.disabled ?? null,
  });
  return { run_id };
}

const MAX_RUNS = 50;

export function getRuns({ db }: Ctx<AdminDirectory['getRuns']['access']>) {
  return directoryRunRepository(db).listSyncs(MAX_RUNS);
}

export async function getRun(
  { db }: Ctx<AdminDirectory['getRun']['access']>,
  { run_id }: CallRequest<AdminDirectory['getRun']>,
) {
  const run = await directoryRunRepository(db).find(run_id);
  if (!run) throw new AppError('notFound');
  return run;
}
